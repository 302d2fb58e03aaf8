import type { Page } from 'playwright/test';

/** Side of a target that a finger hits (WCAG 2.5.5). */
const least = 44;

/**
 * Links, buttons and fields in which no square of 44 pixels fits. Left out, as by WCAG 2.5.5: links inside a text, and targets
 * beside a large enough one that does the same.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((side) => {
    const pixels = (value: string): number => Number.parseFloat(value) || 0;
    const isShown = (element: Element): boolean => {
      const { width, height, bottom } = element.getBoundingClientRect();
      return (
        element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1 && bottom > 0 && !element.closest('.vh, [inert]')
      );
    };
    /** With what is laid over more than the element: the label of a field, and the `::after` of a link to a whole card. */
    const sizeOf = (element: Element): [width: number, height: number] => {
      const whole = (element instanceof HTMLInputElement && (element.closest('label') ?? element.labels?.[0])) || element;
      const [own, box] = [element.getBoundingClientRect(), whole.getBoundingClientRect()];
      const over = getComputedStyle(element, '::after');
      const isOver = over.position === 'absolute' && over.content !== 'none';
      const after = isOver ? [pixels(over.width), pixels(over.height)] : [0, 0];
      return [Math.max(own.width, box.width, after[0] ?? 0), Math.max(own.height, box.height, after[1] ?? 0)];
    };
    const isLarge = (element: Element): boolean => sizeOf(element).every((length) => length >= side - 0.5);
    const isInText = (element: Element): boolean => {
      const around = element.parentElement;
      const words = [...(around?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      return getComputedStyle(element).display === 'inline' && words.length > 0;
    };
    const all = [...document.querySelectorAll('a[href], button, input:not([type="hidden"]), select, textarea, summary')].filter(isShown);
    const reached = new Set(all.filter(isLarge).map((element) => element.getAttribute('href') ?? element));
    const small = all.filter((element) => !isLarge(element) && !isInText(element) && !reached.has(element.getAttribute('href') ?? element));
    return small.slice(0, 8).map((element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40);
      return `${element.tagName} ${element.className}: ${name} (${sizeOf(element).map(Math.round).join(' × ')})`;
    });
  }, least);
}
