import encode from 'qr';
import { useMemo } from 'react';

/** Modules of white around the figure, without which readers do not find it. */
const quiet = 4;

/** Every row's dark stretches as one path: neighbours share no edge that a screen could show as a line. */
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

/** A text for a camera: black on white in every colour scheme, since not every camera reads the reverse. */
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
