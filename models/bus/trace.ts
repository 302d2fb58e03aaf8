import { AsyncLocalStorage } from 'node:async_hooks';

const requestIds = new AsyncLocalStorage<string | undefined>();

/** The id of the request on whose behalf this runs, in the gateway and in whatever jobs follow from it. */
export const currentRequestId = (): string | undefined => requestIds.getStore();

/** Does work on behalf of a request: the jobs that it asks for, and those that they ask for, carry its id. */
export const runForRequest = <T>(id: string | undefined, work: () => T): T => requestIds.run(id, work);
