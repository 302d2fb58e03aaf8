/** The places of the board's page where jobs, queues and schedulers are changed. */
const actions = ["[class*='jobActions-'] > li", "[class*='queueActions-'] > li", "[class*='actionsCell-'] > button", "[role='menuitem']"];

/** The arrows of 'Retry', in any language; and the entries that only sort the queues. */
const allowed = [':has(.lucide-refresh-cw)', "[class*='subTrigger-']", "[class*='subItem-']"];

/**
 * Controls with no retry among them: the menu of one queue (its failed tab retries all), the release of a rate limit, and the
 * pencils in a queue's details.
 */
const refused = [
  ":is([class*='headerContext-'], [class*='trailing-']) > button:has(.lucide-ellipsis-vertical)",
  "[class*='badgeWrap-']",
  "[class*='editButton-']",
];

/**
 * Hides what the gateway refuses. The board's own read-only mode hides, and forbids, the retries too. Its class names end in a
 * hash of the build, so only their first halves are named; e2e/journeys/queue-board.spec.ts tells when an update renames them.
 */
export const boardStyles = `:is(${actions.join(', ')}):not(${allowed.join(', ')}), ${refused.join(', ')} { display: none !important; }`;
