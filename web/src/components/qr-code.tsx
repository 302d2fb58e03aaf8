import encode from 'qr';
import { useMemo } from 'react';

/** Quiet zone in modules, required by scanners. */
const quiet = 4;

/** One path of all dark runs, so that no seams show between neighbouring modules. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  const parts: string[] = [];
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      parts.push(`M${from} ${y}h${x - from + 1}v1h${from - x - 1}z`);
    }
  });
  return parts.join('');
}

/** A QR code, black on white in every theme, since some cameras cannot read the reverse. */
export default function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { size, path } = useMemo(() => {
    const rows = encode(text, 'raw', { ecc: 'medium', border: quiet });
    return { size: rows.length, path: pathOf(rows) };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
