/** Selectors of the controls that change jobs, queues and schedulers. */
const actions = ["[class*='jobActions-'] > li", "[class*='queueActions-'] > li", "[class*='actionsCell-'] > button", "[role='menuitem']"];

/** Selectors of what stays: the icon of 'Retry', the same in any language, and the menu entries that sort the queues. */
const allowed = [':has(.lucide-refresh-cw)', "[class*='subTrigger-']", "[class*='subItem-']"];

/**
 * Selectors of controls without a retry: the menu of one queue (its failed tab retries all), the release of a rate limit, and the
 * edit buttons in a queue's details.
 */
const refused = [
  ":is([class*='headerContext-'], [class*='trailing-']) > button:has(.lucide-ellipsis-vertical)",
  "[class*='badgeWrap-']",
  "[class*='editButton-']",
];

/**
 * Hides controls that the gateway refuses. The board's own read-only mode would hide and forbid the retries too. Its class names
 * end in a build hash, so only their beginnings are matched; e2e/long/queue-board.spec.ts fails when an update renames them.
 */
export const boardStyles = `:is(${actions.join(', ')}):not(${allowed.join(', ')}), ${refused.join(', ')} { display: none !important; }`;
