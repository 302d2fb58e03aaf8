import { describe, expect, it } from 'vitest';
import { type SourceFile, sources } from './sources.js';

const longest = { file: 300, function: 60, component: 120 };
const measured = sources.filter((source) => !source.isTest);
const share = (files: SourceFile[], lines: number): number => files.filter((source) => source.lines <= lines).length / files.length;

describe('sizes', () => {
  it(`no file is longer than ${longest.file} lines`, () => {
    expect(measured.filter((source) => source.lines > longest.file).map((source) => `${source.path}: ${source.lines}`)).toEqual([]);
  });

  it(`no function is longer than ${longest.function} lines, no component than ${longest.component}`, () => {
    const tooLong = measured.flatMap((source) =>
      source.functions
        .filter((each) => each.lines > (each.isComponent && source.path.endsWith('.tsx') ? longest.component : longest.function))
        .map((each) => `${source.path} ${each.name}: ${each.lines}`),
    );
    expect(tooLong).toEqual([]);
  });

  it('half of the files have 70 lines or fewer, nine in ten 250 or fewer', () => {
    expect(share(measured, 70)).toBeGreaterThanOrEqual(0.5);
    expect(share(measured, 250)).toBeGreaterThanOrEqual(0.9);
  });
});
