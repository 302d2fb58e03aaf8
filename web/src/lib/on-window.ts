/** Whether the page is being rendered by the gateway, where there is neither a window nor a visitor's storage. */
export const isServer = typeof window === 'undefined';

/** Whether the browser reports a network; true on the server. */
export const hasNetwork = (): boolean => isServer || navigator.onLine !== false;

/** Listens to an event of the window for the life of the page; nothing on the server. */
export function onWindow<K extends keyof WindowEventMap>(name: K, listener: (event: WindowEventMap[K]) => void): void {
  if (!isServer) window.addEventListener(name, listener);
}
