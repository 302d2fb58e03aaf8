import { execFileSync } from 'node:child_process';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { flatPng, thinStrip } from '#models/testing/hostile-pictures';
import { type DecoderLimits, type Decoders, makeDecoders } from './decoders.js';

const opened: Decoders[] = [];
function open(limits: Partial<DecoderLimits> = {}): Decoders {
  const decoders = makeDecoders({ places: 1, waitMs: 30_000, decodeMs: 20_000, ...limits });
  opened.push(decoders);
  return decoders;
}
afterEach(() => Promise.all(opened.splice(0).map((decoders) => decoders.close())));

/** Process ids of the decoders that this process started. */
function decoderPids(): string[] {
  const lines = execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes('/plugins/decoder.')).map((line) => line.trim().split(' ')[0] ?? '');
}

describe('a decoder', () => {
  it('re-encodes a picture in a separate process, which stays for the next one', async () => {
    const decoders = open();
    const photo = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#2266aa' } })
      .jpeg()
      .toBuffer();
    expect(await decoders.decode(photo, 200)).toMatchObject({ type: 'image/webp', width: 200, height: 50 });
    const first = decoderPids();
    expect(first).toHaveLength(1);
    expect(await decoders.decode(photo, 100)).toMatchObject({ width: 100, height: 25 });
    expect(decoderPids()).toEqual(first);
  });

  const expectRefused = async (_name: string, make: () => Buffer, fault: string) => {
    expect(await open().decode(make(), 1600)).toBe(fault);
  };
  it.each([
    ['a side of 12,001 pixels', () => flatPng(12_001, 400), 'image_pixels'],
    ['a ratio over 1:40', () => flatPng(10, 401), 'image_narrow'],
    ['half of its rows', () => flatPng(600, 600, 300), 'image_unreadable'],
  ])('refuses %s', expectRefused);
  it.each([
    ['a strip of one column', thinStrip, 'image_pixels'],
    ['more than 40 million pixels', () => flatPng(7000, 6000, 1), 'image_pixels'],
  ])('refuses %s', { tags: ['long'] }, expectRefused);

  it('accepts a picture just within the limits', { tags: ['long'] }, async () => {
    expect(await open().decode(flatPng(12_000, 300), 1600)).toMatchObject({ width: 1600, height: 40 });
  });

  it('is killed when it takes too long, and replaced', async () => {
    const decoders = open({ decodeMs: 20 });
    const decoding = decoders.decode(flatPng(6324, 6324), 1600);
    const [before] = decoderPids();
    expect(before).toBeDefined();
    expect(await decoding).toBe('image_slow');
    await expect.poll(decoderPids, { timeout: 20_000 }).not.toContain(before);
    await decoders.decode(flatPng(10, 10), 100);
    expect(decoderPids()).toHaveLength(1);
  });

  it('refuses as busy where too many pictures wait', async () => {
    const decoders = open({ waiting: 2 });
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => decoders.decode(flatPng(500, 500), 100)));
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(answers[5]).toMatchObject({ reason: { code: 'pictures_busy' } });
  });

  it('has none of the gateway’s environment variables', async () => {
    const decoders = open();
    await decoders.decode(flatPng(10, 10), 100);
    const [pid = ''] = decoderPids();
    const environment = execFileSync('cat', [`/proc/${pid}/environ`], { encoding: 'utf8' });
    expect(environment.split('\0').map((each) => each.split('=')[0])).not.toContain('HOME');
  });
});
