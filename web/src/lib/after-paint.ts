/** Does what the first sight of a page does not need, once the browser has nothing better to do. */
export const afterPaint = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 1500 });
  else setTimeout(work, 300);
};
