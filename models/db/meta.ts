import { describeCollection, noPersonData } from './collections.js';
import { defineModel, mixed } from './model.js';

/** Facts about the database itself: which migrations have run, whether the demo community is loaded. */
export const Meta = defineModel<{ _id: string; value: unknown }>('meta', { _id: { type: String, required: true }, value: mixed });

describeCollection(Meta, { isInternal: true, ...noPersonData('Facts about the database.') });
