import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { type VisualRun, visualRuns } from './visual-runs.js';

const packages = createRequire(import.meta.url);
const scripts = ['latin', 'latin-ext', 'vietnamese', 'arabic'] as const;
/** Weights of the font of the app. */
const weights = { regular: 400, bold: 600 } as const;
type Weight = keyof typeof weights;

const fontFile = (script: string, weight: Weight): string =>
  packages.resolve(`@fontsource/readex-pro/files/readex-pro-${script}-${weights[weight]}-normal.woff`);

/** The part of a fontkit font that decides which characters it has. */
interface FontOfPdfkit {
  font: { hasGlyphForCodePoint(code: number): boolean };
}

export interface TextStyle {
  size: number;
  weight: Weight;
  color: string;
}

const substitute = '?';
const invisible = /[\p{Cf}\p{Cc}\p{Mn}]/u;
/** Shape whole runs: word by word, pdfkit would put the words of an Arabic run in the wrong order. */
const shaping = { features: [], lineBreak: false };

/** Draws text in both directions with the font of the app: one font per script, letters joined, brackets mirrored. */
export class Typesetter {
  readonly pdf: PDFKit.PDFDocument;
  readonly #isRtl: boolean;
  /** Fonts that have a character, by weight and character. */
  readonly #fonts = new Map<string, readonly string[]>();

  constructor(pdf: PDFKit.PDFDocument, isRtl: boolean) {
    this.pdf = pdf;
    this.#isRtl = isRtl;
    for (const script of scripts)
      for (const weight of Object.keys(weights) as Weight[]) pdf.registerFont(`${script} ${weight}`, fontFile(script, weight));
  }

  #hasGlyph(name: string, character: string): boolean {
    const { _font } = this.pdf.font(name) as unknown as { _font: FontOfPdfkit };
    return _font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  }

  #fontsWith(character: string, weight: Weight): readonly string[] {
    const key = `${weight} ${character}`;
    const cached = this.#fonts.get(key);
    if (cached) return cached;
    const found = scripts.map((script) => `${script} ${weight}`).filter((name) => this.#hasGlyph(name, character));
    this.#fonts.set(key, found);
    return found;
  }

  /** The font that has a character: that of the one before if it can; '' if none has it. */
  #fontOf(character: string, weight: Weight, before = ''): string {
    const names = this.#fontsWith(character, weight);
    return names.includes(before) ? before : (names[0] ?? '');
  }

  /** Text with only characters that can be drawn. */
  #drawable(text: string, weight: Weight): string {
    const drawn = (character: string): string => {
      if (this.#fontOf(character, weight)) return character;
      return invisible.test(character) ? '' : substitute;
    };
    return [...text.normalize('NFC')].map(drawn).join('');
  }

  #runs(text: string, weight: Weight): VisualRun[] {
    const direction = this.#isRtl && !/\p{L}/u.test(text) ? 'ltr' : 'auto';
    return visualRuns(text, direction, (character, before) => this.#fontOf(character, weight, before));
  }

  #widthOf({ text, font }: VisualRun, size: number): number {
    return this.pdf.font(font).fontSize(size).widthOfString(text, shaping);
  }

  /** Width of a line in points. */
  width(text: string, { size, weight }: TextStyle): number {
    return this.#runs(this.#drawable(text, weight), weight).reduce((sum, run) => sum + this.#widthOf(run, size), 0);
  }

  /** Divides text into lines of at most this width, between words; a longer word is divided, too. */
  lines(text: string, style: TextStyle, most: number): string[] {
    if (this.width(text, style) <= most) return [text];
    const lines: string[] = [];
    let line = '';
    for (const word of this.#drawable(text, style.weight).split(/\s+/)) {
      const longer = line ? `${line} ${word}` : word;
      if (this.width(longer, style) <= most) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      line = '';
      for (const character of word) {
        if (line && this.width(line + character, style) > most) {
          lines.push(line);
          line = '';
        }
        line += character;
      }
    }
    return [...lines, line];
  }

  /** Draws a line from its left edge, or so that it ends at a right edge. */
  draw(text: string, { x, y, align }: { x: number; y: number; align: 'left' | 'right' }, style: TextStyle): void {
    const runs = this.#runs(this.#drawable(text, style.weight), style.weight).map((run) => ({
      run,
      width: this.#widthOf(run, style.size),
    }));
    let at = align === 'left' ? x : x - runs.reduce((sum, { width }) => sum + width, 0);
    for (const { run, width } of runs) {
      this.pdf.font(run.font).fontSize(style.size).fillColor(style.color).text(run.text, at, y, shaping);
      at += width;
    }
  }
}

/** Opens an empty A4 document. */
export const openPdf = (title: string, language: string, margin: number): PDFKit.PDFDocument =>
  new PDFDocument({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: 0 },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Nadi' },
  });
