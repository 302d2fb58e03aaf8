/** Checks of the small zod (zod.ts). */

interface Issue {
  code: string;
  message: string;
  path: PropertyKey[];
  input?: unknown;
  /** Whether the checks that follow run although this one failed. */
  continue?: boolean;
}
export interface Payload {
  value: unknown;
  issues: Issue[];
}
export type Step = (payload: Payload) => void;

const invalid = 'Invalid input';

/** Adds a fault. `goesOn`: whether the checks that follow run nevertheless. */
export function refuse({ value, issues }: Payload, message: string = invalid, goesOn = false, path: PropertyKey[] = []): void {
  issues.push({ code: 'custom', message, path, input: value, continue: goesOn });
}

/* @__NO_SIDE_EFFECTS__ */
export function refine(fits: (value: never) => unknown, fault?: string | { error: string; path: PropertyKey[] }): Step {
  const { error, path } = typeof fault === 'object' ? fault : { error: fault, path: [] };
  return (payload) => {
    if (!fits(payload.value as never)) refuse(payload, error, true, [...path]);
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function regex(pattern: RegExp, message?: string): Step {
  return refine((value: string) => pattern.test(value), message);
}

/* @__NO_SIDE_EFFECTS__ */
export function minLength(least: number, message?: string): Step {
  return refine((value: { length: number }) => value.length >= least, message);
}

/* @__NO_SIDE_EFFECTS__ */
export function maxLength(most: number, message?: string): Step {
  return refine((value: { length: number }) => value.length <= most, message);
}

/* @__NO_SIDE_EFFECTS__ */
export function minimum(least: number, message?: string): Step {
  return refine((value: number) => value >= least, message);
}

/* @__NO_SIDE_EFFECTS__ */
export function maximum(most: number, message?: string): Step {
  return refine((value: number) => value <= most, message);
}

/** A number that is not whole is checked no further, as by zod. */
/* @__NO_SIDE_EFFECTS__ */
export function int(message?: string): Step {
  return (payload) => {
    if (!Number.isSafeInteger(payload.value)) refuse(payload, message);
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function overwrite(change: (value: never) => unknown): Step {
  return (payload) => {
    payload.value = change(payload.value as never);
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function trim(): Step {
  return overwrite((value: string) => value.trim());
}
