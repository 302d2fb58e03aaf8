import type { Page } from 'playwright/test';

/** Collects what must not happen on a page of ours, whatever is done with it: uncaught errors, requests to another server. */
export function collectFaults(page: Page, address: string, faults: string[]): void {
  const isOurs = (url: string): boolean => new URL(url).host === new URL(address).host;
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !isOurs(request.url())) faults.push(`asked ${request.url()}`);
  });
  page.on('websocket', (socket) => {
    if (!isOurs(socket.url())) faults.push(`asked ${socket.url()}`);
  });
}
