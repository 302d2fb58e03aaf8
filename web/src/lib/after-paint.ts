/** Runs work that the first paint does not need, when the browser is idle. */
export const afterPaint = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 1500 });
  else setTimeout(work, 300);
};

/** Ends the current task, so that the page answers to input before the next part of its start. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
