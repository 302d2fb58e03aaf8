/** Runs work that the first paint does not need, when the browser is idle. */
export const afterPaint = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 1500 });
  else setTimeout(work, 300);
};
