import type { Locator, Page } from 'playwright/test';
import { expect } from './test.js';

declare global {
  interface Window {
    /** Fields that were looked at. */
    nadiSeenFocus?: WeakSet<Element>;
  }
}

const furthest = 250;

/**
 * Checks whether the focus is on the target and visible: by a ring around the element or its tile, or, on a field, by a border that
 * appears with the focus.
 */
function lookAtFocus(target: Element): { isThere: boolean; isSeen: boolean; what: string } {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return { isThere: false, isSeen: true, what: '' };
  const hasRing = (element: Element | null): boolean => {
    const { outlineStyle = 'none', outlineWidth = '0', boxShadow = 'none' } = element ? getComputedStyle(element) : {};
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  const checked = window.nadiSeenFocus ?? new WeakSet<Element>();
  window.nadiSeenFocus = checked;
  // Once each: a date begins with its first part again whenever it gets the focus.
  const borderChanges = (): boolean => {
    if (checked.has(focused)) return true;
    checked.add(focused);
    const borderOf = (element: Element): string => {
      const style = getComputedStyle(element);
      // Reading it starts what moves; what is seen is where that ends.
      const { borderColor: _moving } = style;
      for (const animation of element.getAnimations()) animation.finish();
      return style.borderColor;
    };
    const borders = (): string => borderOf(focused) + borderOf(focused.parentElement ?? focused);
    const meanwhile = borders();
    focused.blur();
    const before = borders();
    focused.focus();
    return meanwhile !== before;
  };
  const around = [focused, focused.nextElementSibling, focused.parentElement, focused.parentElement?.parentElement ?? null];
  return { isThere: focused === target, isSeen: around.some(hasRing) || borderChanges(), what: focused.outerHTML.slice(0, 120) };
}

/** Somebody without a mouse. */
export class Keyboard {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Tabs until something has the focus; wherever it stops on the way, the focus is seen. */
  async to(target: Locator): Promise<void> {
    for (let i = 0; i < furthest; i++) {
      const { isThere, isSeen, what } = await target.evaluate(lookAtFocus);
      expect(isSeen, `the focus is seen on ${what}`).toBe(true);
      if (isThere) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`No way by Tab to ${target}`);
  }

  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  async type(target: Locator, text: string): Promise<void> {
    await this.to(target);
    await this.page.keyboard.type(text);
  }
}
