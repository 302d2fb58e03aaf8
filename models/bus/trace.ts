import { AsyncLocalStorage } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string | undefined>();

/** Id of the request that caused the current work, in the gateway and in all jobs that follow from it. */
export const currentRequestId = (): string | undefined => requestIds.getStore();

/** Runs work under a request id; jobs added in it carry the id on. */
export const runForRequest = <T>(id: string | undefined, work: () => T): T => requestIds.run(id, work);
