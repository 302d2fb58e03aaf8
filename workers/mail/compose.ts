import { escapeHtml, type Locale } from '#models/bus/i18n';
import type { MailItem, MailSection, MailWords, MuteLink } from '#models/bus/mail-words';

/** A file in a mail. */
export interface Attachment {
  filename: string;
  content: string;
  contentType: string;
}

export interface Composed {
  subject: string;
  text: string;
  html: string;
  /** Headers by which mail programs offer to unsubscribe. */
  list?: { unsubscribe: string };
  attachments?: Attachment[];
}

const paper = 'margin:0 auto;max-width:560px;padding:24px;font:16px/1.6 system-ui,-apple-system,Segoe UI,Tahoma,sans-serif;color:#1c1b1a';
const button = 'display:inline-block;padding:10px 20px;border-radius:8px;background:#0b6e5f;color:#ffffff;text-decoration:none';
const small = 'font-size:13px;color:#5f5b57';
const card = 'margin:0 0 12px;padding:12px 16px;border:1px solid #dfe1d6;border-radius:8px';
const heading = 'margin:24px 0 8px;font-size:16px';

const withBreaks = (text: string): string => escapeHtml(text).replace(/\n/g, '<br>');
const paragraph = (text: string): string => `<p>${withBreaks(text)}</p>`;

/**
 * A mail as plain text and as plain HTML: no pictures, nothing fetched. For news, the unsubscribe header mutes it, or else
 * leads to the settings page.
 */
export function compose(words: MailWords, link: string, locale: Locale, settings?: string): Composed {
  const { subject, greeting, paragraphs, action, orOpen, footer, sections = [] } = words;
  const [first = '', ...rest] = paragraphs;
  const opening = link ? [`${action}: ${link}`] : [];
  const text = [greeting, first, ...sections.flatMap(sectionText), ...opening, ...rest, '--', footer].join('\n\n');
  const href = escapeHtml(link);
  const opens = link
    ? `<p><a href="${href}" style="${button}">${escapeHtml(action)}</a></p><p style="${small}">${escapeHtml(orOpen)}<br><a href="${href}" dir="ltr">${href}</a></p>`
    : '';
  const to = `lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"`;
  const html = [
    `<!doctype html><html ${to}><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    // Mail programs drop styles of the page itself.
    `<body><div ${to} style="${paper}">${paragraph(greeting)}${paragraph(first)}${sections.map(sectionHtml).join('')}${opens}${rest.map(paragraph).join('')}`,
    `<hr><p style="${small}">${escapeHtml(footer)}</p></div></body></html>`,
  ].join('\n');
  const mutes = sections.flatMap(({ items, mute }) => [...items.map((item) => item.mute), mute]).flatMap((mute) => mute?.link ?? []);
  const unsubscribe = new Set(mutes).size === 1 ? mutes[0] : settings;
  return { subject, text: `${text}\n`, html, ...(unsubscribe ? { list: { unsubscribe } } : {}) };
}

const sectionText = ({ heading: over, items, more, mute }: MailSection): string[] => [
  ...(over ? [`${over}:`] : []),
  ...items.map(itemText),
  ...(more ? [more] : []),
  ...(mute ? [`${mute.label}: ${mute.link}`] : []),
];

const itemText = ({ title, text, link, why, mute }: MailItem): string =>
  [`* ${title}`, text, link, why, mute && `${mute.label}: ${mute.link}`].filter(Boolean).join('\n');

function sectionHtml({ heading: over, items, more, mute }: MailSection): string {
  const above = over ? `<h2 style="${heading}">${escapeHtml(over)}</h2>` : '';
  const below = [more && escapeHtml(more), mute && muteHtml(mute)].filter(Boolean).join(' · ');
  return `${above}${items.map(itemHtml).join('')}${below ? `<p style="${small}">${below}</p>` : ''}`;
}

const muteHtml = ({ label, link }: MuteLink): string => `<a href="${escapeHtml(link)}" style="${small}">${escapeHtml(label)}</a>`;

function itemHtml({ title, text, isQuoted, link, why, mute }: MailItem): string {
  const beside = [why && escapeHtml(why), mute && muteHtml(mute)].filter(Boolean).join(' · ');
  return [
    `<div style="${card}"><a href="${escapeHtml(link)}" style="color:#0b6e5f;font-weight:600"><bdi>${escapeHtml(title)}</bdi></a>`,
    text ? `<div${isQuoted ? ' dir="auto"' : ''}>${withBreaks(text)}</div>` : '',
    beside ? `<div style="${small}">${beside}</div>` : '',
    '</div>',
  ].join('');
}
