import type { MeasurementResult } from './results.js';

const [rowHeight, left, width, top] = [30, 490, 360, 56];
const pageWidth = left + width + 250;
export const colours = { reached: '#0E5A44', missed: '#C25A3A', ink: '#1C1B1A', quiet: '#5F5B57', paper: '#FFFFFF', line: '#DFE1D6' };
export const safe = (text: string): string => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? sign);

/** The figures as bars, each as a share of its target: the line is the target, with the rounds' spread. */
export function chartOf(results: readonly MeasurementResult[], machine: string): string {
  const rows = results.flatMap(({ id, figures }) => figures.map((figure) => ({ id, ...figure })));
  const height = top + rows.length * rowHeight + 34;
  const targetAt = left + width / 2;
  const lines = rows.map(({ id, what, target, figure, value, least, most, isReached }, n) => {
    const bound = Number(target.replace(/[^\d.]/g, '')) || 1;
    const x = (of: number): number => left + Math.min(width, Math.max(0, (of / bound) * (width / 2)));
    const y = top + n * rowHeight;
    const colour = isReached ? colours.reached : colours.missed;
    return (
      `<text x="16" y="${y + 15}" font-weight="600">${id}</text><text x="48" y="${y + 15}">${safe(what)}</text>` +
      `<rect x="${left}" y="${y + 4}" width="${(x(value) - left).toFixed(1)}" height="14" rx="3" fill="${colour}"/>` +
      `<line x1="${x(least).toFixed(1)}" x2="${x(most).toFixed(1)}" y1="${y + 11}" y2="${y + 11}" stroke="${colours.ink}"/>` +
      `<text x="${left + width + 12}" y="${y + 15}">${safe(figure)}, ${safe(target)}</text>`
    );
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pageWidth} ${height}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="${colours.ink}">` +
    `<title>Nadi beside its bare baselines</title><rect width="${pageWidth}" height="${height}" fill="${colours.paper}"/>` +
    `<text x="16" y="24" font-size="15" font-weight="600">Nadi beside its bare baselines</text><text x="16" y="42" fill="${colours.quiet}">${safe(machine)}; the line is the target</text>` +
    `<line x1="${targetAt}" x2="${targetAt}" y1="${top - 4}" y2="${height - 30}" stroke="${colours.line}" stroke-width="2"/>${lines.join('')}</svg>\n`
  );
}
