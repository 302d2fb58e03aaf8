declare global {
  interface Window {
    /** Tells the test of texts that were on the screen. */
    nadiShown?: (texts: string[]) => void;
  }
}

/**
 * Runs in the page before anything else and reports every visible text and name, however briefly shown: text nodes, labels,
 * placeholders, titles and alternative texts, options of fields, and small elements as a whole.
 */
export function collectTexts(): void {
  const longest = 200;
  const reported = new Set<string>();
  const clean = (text: string): string => text.replace(/\s+/g, ' ').trim();

  const wholeOf = (element: Element): string[] => {
    const whole = element.textContent ?? '';
    if (element.childNodes.length < 2 || whole.length > longest) return [];
    const parts: string[] = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) parts.push(walker.currentNode.textContent ?? '');
    return [whole, parts.join(' ')];
  };

  const textsOf = (element: Element): (string | null)[] => [
    ...['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name)),
    ...[...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : null)),
    ...(element instanceof HTMLSelectElement ? [...element.options].map(({ text }) => text) : []),
    ...wholeOf(element),
  ];

  const look = (): void => {
    const fresh: string[] = [];
    for (const element of document.querySelectorAll('body *:not(script, style)')) {
      if (!element.checkVisibility()) continue;
      for (const each of textsOf(element)) {
        const text = clean(each ?? '');
        if (text === '' || reported.has(text)) continue;
        reported.add(text);
        fresh.push(text);
      }
    }
    if (fresh.length > 0) window.nadiShown?.(fresh);
  };

  const attributeFilter = ['aria-label', 'placeholder', 'title', 'alt', 'class', 'hidden', 'open'];
  const start = (): void => {
    look();
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter });
  };
  if (document.body) start();
  else document.addEventListener('DOMContentLoaded', start);
}
