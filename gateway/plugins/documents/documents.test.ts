import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it } from 'vitest';
import { closeDocuments, inReportQueue, makeDocument } from './documents.js';
import { type DocumentContent, drawDocument } from './draw.js';
import { visualRuns } from './visual-runs.js';

afterAll(closeDocuments);

const fontOf = (character: string, before: string): string => {
  if (/\p{Script=Arabic}/u.test(character)) return 'arabic';
  return /[\p{Script=Latin}\d]/u.test(character) ? 'latin' : before || 'latin';
};
const seen = (text: string, direction: 'auto' | 'ltr' = 'auto') => visualRuns(text, direction, fontOf).map((run) => run.text);

describe('visual runs', () => {
  it('put the words of Arabic text from right to left, and a number inside it from left to right', () => {
    expect(seen('نادي 120 عضوًا')).toEqual(['عضوًا', ' ', '120', 'نادي ']);
  });

  it('mirror brackets of right-to-left text', () => {
    // The font engine reverses the run of Arabic letters, and with it the bracket.
    expect(seen('(نادي)')).toEqual(['نادي(', ')']);
  });

  it('leave an English line as it is, with its Arabic part in one piece', () => {
    expect(seen('The نادي الروبوت lab')).toEqual(['The ', 'نادي الروبوت', ' ', 'lab']);
  });
});

const content = (more: Partial<DocumentContent> = {}): DocumentContent => ({
  language: 'ar',
  title: 'تقرير الفصل',
  facts: [['النادي', 'Robotics (نادي) 🤖']],
  columns: [
    { label: 'الفعالية', share: 3 },
    { label: 'المجموع', share: 1, isNumber: true },
  ],
  rows: [['أمسية المختبر (Lab 3)', '12']],
  total: ['المجموع', '12'],
  empty: '',
  notes: ['ملاحظة'],
  footer: 'nadi.example',
  ...more,
});

const pagesOf = (pdf: Uint8Array): number => Number(/\/Count (\d+)/.exec(Buffer.from(pdf).toString('latin1'))?.[1]);

describe('a document', () => {
  it('joins Arabic letters: a word is narrower than its letters apart', () => {
    const file = createRequire(import.meta.url).resolve('@fontsource/readex-pro/files/readex-pro-arabic-400-normal.woff');
    const pdf = new PDFDocument().font(file).fontSize(20);
    const width = (text: string) => pdf.widthOfString(text, { features: [] });
    expect(width('بيت')).toBeLessThan([...'بيت'].reduce((sum, letter) => sum + width(letter), 0) - 5);
  });

  it('is a PDF of its language with as many pages as its rows need', async () => {
    const [short, long] = await Promise.all([
      drawDocument(content()),
      drawDocument(content({ rows: Array.from({ length: 90 }, (_, row) => [`صف ${row}`, String(row)]) })),
    ]);
    expect(short.toString('latin1')).toMatch(/^%PDF-1\.7[\s\S]*\/Lang \(ar\)/);
    expect([pagesOf(short), pagesOf(long)]).toEqual([1, 4]);
  });

  it('draws a word that is wider than its column over several lines', async () => {
    expect(pagesOf(await drawDocument(content({ rows: [['و'.repeat(400), '1']] })))).toBe(1);
  });

  it('is drawn beside the event loop: other work goes on, and the second of two waits for the first', async () => {
    const ended: string[] = [];
    const report = (name: string) => inReportQueue(() => makeDocument(content({ title: name }))).then(() => ended.push(name));
    let ticks = 0;
    const clock = setInterval(() => ticks++, 5);
    await Promise.all([report('first'), report('second')]);
    clearInterval(clock);
    expect(ended).toEqual(['first', 'second']);
    expect(ticks).toBeGreaterThan(5);
  }, 60_000);
});
