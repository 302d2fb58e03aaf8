// A notice board for a hall: a clock, and the next events with their free seats (docs/live-client.md).
import { listen } from './live-client.js';

const address = new URLSearchParams(location.search);
/** Passed after the '#', which browsers do not send, so that no log or proxy sees it. */
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined;
const language = address.get('lang') === 'ar' ? 'ar' : 'en';
const rooms = (address.get('rooms') ?? 'events').split(',').filter(Boolean);

const shown = 8;
const asked = 50;
/** Interval of full refetches, which correct expired events and missed messages. */
const freshMs = 5 * 60_000;
/** Time without a message until the board counts as offline; the server sends one every 10 s. */
const silentMs = 12_000;

const words = {
  en: {
    name: 'Nadi',
    title: 'What’s on',
    nothing: 'No upcoming events',
    offline: 'Offline. Last updated {time}.',
    refused: 'This board cannot show {rooms}.',
    full: 'Full',
    seats: { one: '1 seat left', other: '{n} seats left' },
    going: { zero: '', one: '1 going', other: '{n} going' },
    day: { weekday: 'short', day: 'numeric', month: 'short' },
    locale: 'en-GB',
  },
  ar: {
    name: 'نادي',
    title: 'الفعاليات القادمة',
    nothing: 'لا فعاليات قادمة',
    offline: 'لا يوجد اتصال. آخر تحديث: {time}.',
    refused: 'لا يمكن لهذه اللوحة عرض {rooms}.',
    full: 'اكتملت المقاعد',
    seats: {
      one: 'بقي مقعد واحد',
      two: 'بقي مقعدان',
      few: 'بقيت {n} مقاعد',
      many: 'بقي {n} مقعدًا',
      other: 'بقي {n} مقعد',
    },
    going: { zero: '', one: 'سيحضر واحد', two: 'سيحضر اثنان', other: 'سيحضر {n}' },
    // Levantine month names are two words, too long for a column.
    day: { weekday: 'long', day: 'numeric', month: 'numeric' },
    locale: 'ar-JO-u-nu-latn',
  },
}[language];

const plurals = new Intl.PluralRules(words.locale);
const counted = (forms, n) => ((n === 0 ? forms.zero : undefined) ?? forms[plurals.select(n)] ?? forms.other).replace('{n}', n);
const format = (options) => new Intl.DateTimeFormat(words.locale, options);
const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const today = format({ weekday: 'long', day: 'numeric', month: 'long' });
const day = format(words.day);
const byId = (id) => document.getElementById(id);

/** All loaded events, and the versions at which others were removed: one with a higher version was restored since. */
const events = new Map();
const removed = new Map();
/** Events received live since the last request, whose answer may not have them yet. */
let arrived = new Set();
let questionsAsked = 0;

const counters = ['attendees', 'interested', 'shares', 'seats_left', 'rev'];
const pick = (from, isWanted) => Object.fromEntries(Object.entries(from).filter(([key]) => isWanted(key)));

/** Merges an event: `rev` orders the counters, `version` the rest, so late and repeated messages change nothing. */
function take(event) {
  if (removed.has(event.ID) && !(event.version > removed.get(event.ID))) return;
  removed.delete(event.ID);
  const current = events.get(event.ID) ?? {};
  const isCounter = (key) => counters.includes(key);
  const newCounts = event.rev !== undefined && !(event.rev < current.rev) ? pick(event, isCounter) : {};
  const newRest = event.version !== undefined && !(event.version < current.version) ? pick(event, (key) => !isCounter(key)) : {};
  events.set(event.ID, { ...current, ...newCounts, ...newRest });
}

async function ask(path, query = {}) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await fetch(`${path}?${new URLSearchParams({ ...query, limit: asked })}`, { headers });
  // Forbidden or missing: show nothing.
  if ([401, 403, 404].includes(answer.status)) return [];
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()).data;
}

/** One request per room: all public events, or those of one society. */
function questions() {
  const societies = new Set(rooms.flatMap((room) => /^society:([0-9a-f]{24})/.exec(room)?.[1] ?? []));
  const ofSociety = [...societies].map((society_id) => () => ask('/events/get_events_by_society', { society_id }));
  return rooms.includes('events') ? [() => ask('/events/get_all_events'), ...ofSociety] : ofSociety;
}

async function refetch() {
  arrived = new Set();
  questionsAsked += 1;
  const nr = questionsAsked;
  const answers = await Promise.allSettled(questions().map((question) => question()));
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  for (const event of found) take(event);
  // Remove missing events only if all requests of the latest round have succeeded.
  if (nr === questionsAsked && answers.every(({ status }) => status === 'fulfilled')) {
    const ids = new Set(found.map(({ ID }) => ID));
    for (const id of events.keys()) if (!ids.has(id) && !arrived.has(id)) events.delete(id);
  }
  show();
}

const isOurs = ({ Society_ID }) => rooms.includes('events') || rooms.some((room) => room.startsWith(`society:${Society_ID}`));

const onMessage = {
  joined(answer) {
    // A refused board reconnects every few seconds: refetch only after the first refusal.
    const wasRefused = !answer.ok && refused === rooms;
    refused = answer.ok ? (answer.refused ?? []).map(({ room }) => room) : rooms;
    if (!wasRefused) void refetch();
  },
  resync: () => void refetch(),
  'room:left': () => void refetch(),
  'session:ended': () => void refetch(),
  'society:visibility': () => void refetch(),
  'society:removed': () => void refetch(),
  'event:created': (event) => arrive(event),
  'event:updated': (event) => arrive(event),
  'event:stats': ({ event_id, ...counts }) =>
    events.has(event_id) && take({ ...pick(counts, (key) => counters.includes(key)), ID: event_id }),
  'event:removed'({ event_id, version }) {
    if (events.get(event_id)?.version >= version) return;
    removed.set(event_id, version);
    events.delete(event_id);
  },
};

function arrive(event) {
  if (!isOurs(event)) return;
  arrived.add(event.ID);
  take(event);
}

/** Rooms that this board may not join. */
let refused = [];
let lastReceived = new Date();

/** Shows that the board is offline or refused. */
function showState() {
  const isOffline = Date.now() - lastReceived.getTime() > silentMs;
  const text = isOffline ? words.offline.replace('{time}', clock.format(lastReceived)) : '';
  const state = text || (refused.length > 0 ? words.refused.replace('{rooms}', refused.join(', ')) : '');
  if (byId('state').textContent !== state) byId('state').textContent = state;
}

const element = (name, className, text) => {
  const made = document.createElement(name);
  made.className = className;
  if (text === '') return made;
  // Isolate the direction of user text.
  const own = document.createElement('bdi');
  own.textContent = text;
  made.append(own);
  return made;
};

/** Parses date and time as local: both are in the university's time zone, like the board. */
const startOf = ({ Date: date, Time: time }) => new Date(`${date}T${time || '00:00'}:00`);

/** End of an event; an hour after its start if it has none. */
const endOf = (event) =>
  event.End_Time ? startOf({ Date: event.End_Date ?? event.Date, Time: event.End_Time }).getTime() : startOf(event).getTime() + 3_600_000;

function seatsOf({ seats_left, attendees }) {
  if (seats_left === null || seats_left === undefined) return counted(words.going, attendees ?? 0);
  return seats_left > 0 ? counted(words.seats, seats_left) : words.full;
}

function rowOf(event) {
  const row = document.createElement('li');
  row.dataset.id = event.ID;
  const when = element('p', 'when', '');
  when.append(element('b', '', day.format(startOf(event))), element('span', '', event.Time ? clock.format(startOf(event)) : ''));
  const what = element('div', 'what', '');
  const place = [event.Society_Name, event.Is_Online ? '' : event.Location].filter(Boolean).join(' · ');
  what.append(element('h2', '', event.Title), element('p', 'place', place));
  const seats = element('p', 'seats', seatsOf(event));
  seats.dataset.full = String(event.seats_left === 0);
  row.append(when, what, seats);
  return row;
}

const isNext = (event) => event.Title !== undefined && event.Status === 'upcoming' && endOf(event) > Date.now();

/** Shows as many events as fit, since nobody scrolls the board. */
function show() {
  const list = byId('events');
  const next = [...events.values()].filter(isNext).sort((a, b) => startOf(a) - startOf(b) || (a.ID < b.ID ? -1 : 1));
  list.replaceChildren(...next.slice(0, shown).map(rowOf));
  const page = document.documentElement;
  if (matchMedia('(width >= 56em)').matches)
    while (list.children.length > 1 && page.scrollHeight > page.clientHeight) list.lastElementChild.remove();
  byId('nothing').hidden = next.length > 0;
}

function tick() {
  const now = new Date();
  byId('time').textContent = clock.format(now);
  byId('date').textContent = today.format(now);
  show();
  setTimeout(tick, 60_000 - (now.getTime() % 60_000));
}

document.documentElement.lang = language;
document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
document.title = `${words.name} · ${words.title}`;
for (const id of ['name', 'title', 'nothing']) byId(id).textContent = words[id];
tick();
addEventListener('resize', show);
void refetch();
setInterval(() => void refetch(), freshMs);
listen(`${location.origin.replace(/^http/, 'ws')}/live`, { join: rooms, ...(token ? { token } : {}) }, (message, payload) => {
  lastReceived = new Date();
  onMessage[message]?.(payload);
  show();
  showState();
});
setInterval(showState, 1000);
