import type { Action } from '#gateway/plugins/calls';
import type { searchAll } from '#models/contract/search';
import { search } from '#models/db/search';

export const searchAllAction: Action<typeof searchAll> = (input, ctx) => search(ctx, input);
