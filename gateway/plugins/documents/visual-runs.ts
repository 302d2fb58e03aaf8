import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** A part of a line in one font, to be drawn from left to right beside the others. */
export interface VisualRun {
  text: string;
  font: string;
}

interface LevelRun extends VisualRun {
  level: number;
}

const arabic = /\p{Script=Arabic}/u;

/** Characters of one level and font, in logical order. */
function levelRuns(text: string, direction: 'ltr' | 'rtl' | 'auto', fontOf: (character: string, before: string) => string): LevelRun[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const runs: LevelRun[] = [];
  let at = 0;
  for (const character of text) {
    const level = levels[at] ?? 0;
    at += character.length;
    const last = runs.at(-1);
    const font = fontOf(character, last?.font ?? '');
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
    if (last?.level === level && last.font === font) last.text += shown;
    else runs.push({ text: shown, font, level });
  }
  return runs;
}

/** Rule L2 of the bidirectional algorithm: from the highest level, reverses each sequence of runs at it or above. */
function reorder(runs: LevelRun[]): LevelRun[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      let end = from;
      while ((ordered[end]?.level ?? -1) >= level) end++;
      if (end > from) ordered.splice(from, end - from, ...ordered.slice(from, end).reverse());
      from = end;
    }
  }
  return ordered;
}

/**
 * Splits a line into runs in the order in which they are seen, from the left. The text of an Arabic run stays in logical order,
 * since the font engine joins and reverses its letters; other text of a right-to-left run is reversed here.
 * @param fontOf the font of a character, given that of the one before
 */
export function visualRuns(
  text: string,
  direction: 'ltr' | 'rtl' | 'auto',
  fontOf: (character: string, before: string) => string,
): VisualRun[] {
  return reorder(levelRuns(text, direction, fontOf)).map(({ text: run, font, level }) => {
    const isReversedByFont = level % 2 === 0 || arabic.test(run);
    return { text: isReversedByFont ? run : [...run].reverse().join(''), font };
  });
}
