import { openPdf, type TextStyle, Typesetter } from './typesetter.js';

/** Column of a table; the widths are shares of the page's width. */
interface Column {
  label: string;
  share: number;
  isNumber?: boolean;
}

/** Contents of a document, with all texts in its language. */
export interface DocumentContent {
  language: 'en' | 'ar';
  title: string;
  /** Labelled facts under the title. */
  facts: readonly (readonly [label: string, value: string])[];
  columns: readonly Column[];
  rows: readonly (readonly string[])[];
  /** Last row, emphasized. */
  total: readonly string[];
  /** Text in place of a table without rows. */
  empty: string;
  notes: readonly string[];
  footer: string;
}

const page = { width: 595.28, height: 841.89, margin: 48, foot: 64 };
const ink = { text: '#1c1b22', soft: '#5c5a66', line: '#d8d6df' };
const title: TextStyle = { size: 20, weight: 'bold', color: ink.text };
const normal: TextStyle = { size: 9.5, weight: 'regular', color: ink.text };
const strong: TextStyle = { ...normal, weight: 'bold' };
const soft: TextStyle = { ...normal, color: ink.soft };
const small: TextStyle = { size: 8, weight: 'regular', color: ink.soft };
const lineHeight = 1.6;
const gap = 6;
const labelWidth = 150;

/** Draws one document from top to bottom; x is measured from the side where reading starts. */
class Drawing {
  readonly #content: DocumentContent;
  readonly #set: Typesetter;
  readonly #isRtl: boolean;
  readonly #width = page.width - 2 * page.margin;
  #y = page.margin;

  constructor(content: DocumentContent) {
    this.#content = content;
    this.#isRtl = content.language === 'ar';
    this.#set = new Typesetter(openPdf(content.title, content.language, page.margin), this.#isRtl);
  }

  get pdf(): PDFKit.PDFDocument {
    return this.#set.pdf;
  }

  #put(text: string, x: number, y: number, style: TextStyle): void {
    const at = this.#isRtl
      ? ({ x: page.width - page.margin - x, align: 'right' } as const)
      : ({ x: page.margin + x, align: 'left' } as const);
    this.#set.draw(text, { ...at, y }, style);
  }

  /** Draws a number at the end of its column. */
  #putAtEnd(text: string, end: number, y: number, style: TextStyle): void {
    const at = this.#isRtl
      ? ({ x: page.width - page.margin - end, align: 'left' } as const)
      : ({ x: page.margin + end, align: 'right' } as const);
    this.#set.draw(text, { ...at, y }, style);
  }

  #paragraph(text: string, style: TextStyle): void {
    for (const line of this.#set.lines(text, style, this.#width)) {
      this.#needs(style.size * lineHeight);
      this.#put(line, 0, this.#y, style);
      this.#y += style.size * lineHeight;
    }
  }

  /** Starts a new page unless there is room; returns whether it did. */
  #needs(height: number): boolean {
    if (this.#y + height <= page.height - page.foot) return false;
    this.pdf.addPage();
    this.#y = page.margin;
    return true;
  }

  #rule(): void {
    const { pdf } = this;
    pdf
      .moveTo(page.margin, this.#y)
      .lineTo(page.width - page.margin, this.#y)
      .lineWidth(0.5)
      .strokeColor(ink.line)
      .stroke();
    this.#y += gap;
  }

  #row(cells: readonly string[], style: TextStyle): void {
    const { columns } = this.#content;
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    const widths = columns.map(({ share }) => (share / shares) * this.#width);
    const lines = cells.map((cell, i) => this.#set.lines(cell, style, (widths[i] ?? 0) - gap));
    const height = Math.max(...lines.map(({ length }) => length)) * style.size * lineHeight;
    if (this.#needs(height + gap) && style !== small) this.#head();
    let x = 0;
    for (const [i, cell] of lines.entries()) {
      const width = widths[i] ?? 0;
      for (const [row, text] of cell.entries()) {
        const y = this.#y + row * style.size * lineHeight;
        if (columns[i]?.isNumber) this.#putAtEnd(text, x + width, y, style);
        else this.#put(text, x, y, style);
      }
      x += width;
    }
    this.#y += height + gap / 2;
    this.#rule();
  }

  #head(): void {
    this.#row(
      this.#content.columns.map(({ label }) => label),
      small,
    );
  }

  #table(): void {
    const { rows, total, empty } = this.#content;
    if (rows.length === 0) {
      this.#paragraph(empty, soft);
      return;
    }
    this.#head();
    for (const row of rows) this.#row(row, normal);
    if (total.length > 0) this.#row(total, strong);
  }

  #facts(): void {
    for (const [label, value] of this.#content.facts) {
      const lines = this.#set.lines(value, strong, this.#width - labelWidth);
      this.#needs(lines.length * normal.size * lineHeight);
      this.#put(label, 0, this.#y, soft);
      for (const line of lines) {
        this.#put(line, labelWidth, this.#y, strong);
        this.#y += normal.size * lineHeight;
      }
    }
  }

  /** Draws the footer and the page number on every page. */
  #feet(): void {
    const { count } = this.pdf.bufferedPageRange();
    const y = page.height - page.margin + gap;
    for (let at = 0; at < count; at++) {
      this.pdf.switchToPage(at);
      this.#put(this.#content.footer, 0, y, small);
      this.#putAtEnd(`${at + 1} / ${count}`, this.#width, y, small);
    }
  }

  draw(): void {
    this.#paragraph(this.#content.title, title);
    this.#y += gap;
    this.#facts();
    this.#y += 3 * gap;
    this.#table();
    this.#y += 2 * gap;
    for (const note of this.#content.notes) this.#paragraph(note, small);
    this.#feet();
  }
}

/** Draws a document as a PDF. */
export async function drawDocument(content: DocumentContent): Promise<Buffer> {
  const drawing = new Drawing(content);
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    drawing.pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    drawing.pdf.once('end', resolve);
    drawing.pdf.once('error', reject);
  });
  drawing.draw();
  drawing.pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
