import { act } from '@testing-library/react';
import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import type { Message, PayloadOf } from '#models/contract/define';
import { asks, controls } from '#models/contract/live';
import { startLive } from '@/lib/live';

/** Every join that was asked for, in order. */
export const joined: { rooms: string[]; since?: string }[] = [];

const handlers = new Map<string, (payload?: unknown) => void>();
let any: (name: string, payload: unknown) => void = () => {};
let position = 1;
const nextPlace = () => `${1_700_000_000_000 + position++}-0`;

const emit = (name: string, ask: { rooms: string[]; since?: string }, answered?: (error: null, answer: unknown) => void) => {
  if (name !== asks.join.name) return;
  joined.push(ask);
  answered?.(null, { ok: true, at: nextPlace() });
};

const socket = {
  connected: true,
  active: true,
  on: (name: string, handler: (payload?: unknown) => void) => handlers.set(name, handler),
  onAny: (handler: typeof any) => {
    any = handler;
  },
  timeout: () => ({ emit }),
  volatile: { emit: () => {} },
  emit,
};

/** Connects the app to a socket that a test speaks through; once a file. */
export async function connectSocket(): Promise<void> {
  vi.mocked(io).mockReturnValue(socket as unknown as Socket);
  await startLive();
  handlers.get('connect')?.();
}

/** A live message arrives. */
export const arrives = <M extends Message>(message: M, payload: PayloadOf<M>): void => act(() => any(message.name, payload));

/** The server says up to where everything has gone out; answers the place. */
export function positionMoves(): string {
  const at = nextPlace();
  act(() => handlers.get(controls.position)?.({ at }));
  return at;
}

/** The server took rooms away. */
export const roomsLeft = (rooms: string[], code = 'forbidden'): void => act(() => handlers.get(controls.roomLeft)?.({ rooms, code }));

let watchers: ((inView: boolean) => void)[] = [];

class View {
  readonly #tell: (inView: boolean) => void;
  constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = (isIntersecting) => seen([{ isIntersecting }]);
  }
  observe() {
    watchers.push(this.#tell);
  }
  unobserve() {}
  disconnect() {
    watchers = watchers.filter((watcher) => watcher !== this.#tell);
  }
}

/** What is on the page comes into view, or goes out of it, as the test says. */
export const watchView = (): void => {
  watchers = [];
  vi.stubGlobal('IntersectionObserver', View);
};
export const comesIntoView = (inView = true): void =>
  act(() => {
    for (const watcher of watchers) watcher(inView);
  });
