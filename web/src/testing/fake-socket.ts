import { act } from '@testing-library/react';
import { io, type Socket } from 'socket.io-client';
import { vi } from 'vitest';
import type { Message, PayloadOf } from '#models/contract/define';
import { type Accepted, clientEvents, controls } from '#models/contract/live';
import { startLive } from '@/lib/live';

/** All join requests, in order. */
export const joined: { rooms: string[]; since?: string }[] = [];

/** All visibility messages from the app, in order. */
export const visibilities: boolean[] = [];

const handlers = new Map<string, (payload?: unknown) => void>();
let any: (name: string, payload: unknown, id?: string) => void = () => {};
let position = 1;
const nextPlace = () => `${1_700_000_000_000 + position++}-0`;

type Answered = (error: null, answer: unknown) => void;
let unanswered: (() => void)[] = [];
let isHeldBack = false;
let joinAnswer: Partial<Accepted> = {};

const emit = (name: string, ask: { rooms: string[]; since?: string; visible?: boolean }, answered?: Answered) => {
  if (ask.visible !== undefined) visibilities.push(ask.visible);
  if (name !== clientEvents.join.name) return;
  joined.push(ask);
  const answer = () => answered?.(null, { ok: true, at: nextPlace(), ...joinAnswer });
  if (isHeldBack) unanswered.push(answer);
  else answer();
};

/** Holds back answers to joins until `joinsAnswered`. */
export const holdJoins = (): void => {
  isHeldBack = true;
};

/** Answers the held joins, and later ones at once. */
export function joinsAnswered(): void {
  isHeldBack = false;
  act(() => {
    for (const answer of unanswered.splice(0)) answer();
  });
}

/** Adds fields to the answers to joins; without any, resets them. */
export const answerJoinsWith = (fields: Partial<Accepted> = {}): void => {
  joinAnswer = fields;
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
  disconnect: () => socket,
  connect: () => socket,
};

/** Connects the app to the fake socket. Call it once per test file. */
export async function connectSocket(): Promise<void> {
  vi.mocked(io).mockReturnValue(socket as unknown as Socket);
  await startLive();
  handlers.get('connect')?.();
}

/** Breaks the connection: pending joins get no answer. */
export function breaks(): void {
  unanswered = [];
  isHeldBack = false;
  act(() => handlers.get('disconnect')?.('transport close'));
}

/** Reconnects. */
export const comesBack = (): void => act(() => handlers.get('connect')?.());

/** Delivers a resync: the gateway has lost the stream. */
export const streamLost = (): void => act(() => handlers.get(controls.resync)?.({ at: nextPlace() }));

/** Delivers a live message, with its stream id where that matters. */
export const arrives = <M extends Message>(message: M, payload: PayloadOf<M>, id?: string): void =>
  act(() => any(message.name, payload, id));

/** Delivers the next position; returns its stream id. */
export function positionMoves(): string {
  const at = nextPlace();
  act(() => handlers.get(controls.position)?.({ at }));
  return at;
}

/** Evicts the app from rooms. */
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

/** Replaces IntersectionObserver, so the test decides what is in view. */
export const watchView = (): void => {
  watchers = [];
  vi.stubGlobal('IntersectionObserver', View);
};
export const comesIntoView = (inView = true): void =>
  act(() => {
    for (const watcher of watchers) watcher(inView);
  });
