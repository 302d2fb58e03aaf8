import { eventRules } from './events.js';
import type { Viewer } from './facts.js';
import { peopleRules } from './people.js';
import { postRules } from './posts.js';
import { reportRules } from './reports.js';
import { societyRules } from './societies.js';
import { staffRules } from './staff.js';
import { supportRules } from './support.js';
import { uploadRules } from './uploads.js';

const rules = {
  ...societyRules,
  ...postRules,
  ...eventRules,
  ...peopleRules,
  ...reportRules,
  ...staffRules,
  ...supportRules,
  ...uploadRules,
};

export type Rule = keyof typeof rules;
/** Subject of a rule: a society, a post, an event, or nothing. */
export type SubjectOf<R extends Rule> = Parameters<(typeof rules)[R]> extends [unknown, infer Subject] ? Subject : undefined;

type RuleCheck = (viewer: Viewer | null, subject: unknown) => boolean;

/** Whether a rule allows the viewer (null: a visitor). Denied unless a rule allows; an unknown rule denies. */
export function can<R extends Rule>(viewer: Viewer | null, rule: R, subject?: SubjectOf<R>): boolean {
  const check = Object.hasOwn(rules, rule) ? (rules[rule] as RuleCheck) : undefined;
  return check?.(viewer, subject) === true;
}

export const ruleNames = Object.keys(rules) as Rule[];

/** Viewer and policy check, passed to loaders so that tests can see which rules were asked. */
export interface Asker {
  viewer: Viewer | null;
  can<R extends Rule>(rule: R, subject?: SubjectOf<R>): boolean;
}

/** Checks the policies for this viewer, without recording. */
export const askerFor = (viewer: Viewer | null): Asker => ({ viewer, can: (rule, subject) => can(viewer, rule, subject) });
