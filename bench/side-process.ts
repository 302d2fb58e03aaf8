import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A part of the bench in a process of its own: load and baselines never share the event loop of what is measured. */
export class SideProcess {
  readonly #child: ChildProcess;

  /** `name`: its file in this folder, without the ending. */
  constructor(name: string, { nodeArgs = [] }: { nodeArgs?: string[] } = {}) {
    const ending = import.meta.url.endsWith('.js') ? 'js' : 'ts';
    const file = fileURLToPath(new URL(`./${name}.${ending}`, import.meta.url));
    this.#child = fork(file, { execArgv: [...process.execArgv, ...nodeArgs], serialization: 'advanced' });
    running.add(this.#child);
    this.#child.once('exit', () => running.delete(this.#child));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Asks it, and waits for its answer; one at a time. Rejects when it ends before. */
  async ask<Answer>(question: unknown): Promise<Answer> {
    const answered = new AbortController();
    const { signal } = answered;
    try {
      const answer = once(this.#child, 'message', { signal });
      const ended = once(this.#child, 'exit', { signal }).then(() => {
        throw new Error('A part of the bench has ended.');
      });
      ended.catch(() => {});
      answer.catch(() => {});
      this.#child.send(question as object);
      const [reply] = (await Promise.race([answer, ended])) as [{ answer?: Answer; fault?: string }];
      if (reply.fault !== undefined) throw new Error(reply.fault);
      return reply.answer as Answer;
    } finally {
      answered.abort();
    }
  }

  async end(): Promise<void> {
    if (!running.has(this.#child)) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

/** In a side process: answers each question; a fault is answered, too. */
export function answerAll<Question>(answer: (question: Question) => Promise<unknown>): void {
  process.on('message', (question: Question) => {
    answer(question).then(
      (reply) => process.send?.({ answer: reply }),
      (fault: unknown) => process.send?.({ fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) }),
    );
  });
}
