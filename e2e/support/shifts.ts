import type { Page } from 'playwright/test';

interface Shift {
  value: number;
  at: number;
  /** The element that moved. */
  what: string[];
}

declare global {
  interface Window {
    nadiShifts?: Shift[];
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources?: { node: Node | null }[];
}

/** Every page that is opened from now on keeps what moves in it without having been asked to. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    window.nadiShifts = shifts;
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}` : 'what is gone';
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        shifts.push({ value: entry.value, at: entry.startTime, what: (entry.sources ?? []).map(({ node }) => nameOf(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The largest sum of shifts within five seconds, without a pause of one, as browsers count it, and what moved. */
export async function shiftOf(page: Page): Promise<{ value: number; moved: string[] }> {
  const shifts = await page.evaluate(() => window.nadiShifts ?? []);
  const sums: number[] = [];
  let [begun, last, sum] = [0, 0, 0];
  for (const { value, at } of shifts) {
    if (at - last > 1000 || at - begun > 5000) [begun, sum] = [at, 0];
    sum += value;
    last = at;
    sums.push(sum);
  }
  const moved = shifts.filter(({ value }) => value > 0.001).map(({ value, what }) => `${value.toFixed(4)} ${what.join(' | ')}`);
  return { value: Math.max(0, ...sums), moved };
}
