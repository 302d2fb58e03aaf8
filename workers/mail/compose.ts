import type { Locale, MailWords } from '#models/bus/words';

export interface Composed {
  subject: string;
  text: string;
  html: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const harmless = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const paper = 'margin:0 auto;max-width:560px;padding:24px;font:16px/1.6 system-ui,-apple-system,Segoe UI,Tahoma,sans-serif;color:#1c1b1a';
const button = 'display:inline-block;padding:10px 20px;border-radius:8px;background:#0b6e5f;color:#ffffff;text-decoration:none';
const small = 'font-size:13px;color:#5f5b57';

/** A mail as plain text and as plain HTML: no picture, nothing fetched from anywhere. */
export function compose(words: MailWords, link: string, locale: Locale): Composed {
  const { subject, greeting, paragraphs, action, orOpen, footer } = words;
  const [first = '', ...rest] = paragraphs;
  const text = [greeting, first, ...(link ? [`${action}: ${link}`] : []), ...rest, '--', footer].join('\n\n');
  const paragraph = (said: string): string => `<p>${harmless(said).replace(/\n/g, '<br>')}</p>`;
  const href = harmless(link);
  const opens = link
    ? `<p><a href="${href}" style="${button}">${harmless(action)}</a></p><p style="${small}">${harmless(orOpen)}<br><a href="${href}" dir="ltr">${href}</a></p>`
    : '';
  const html = [
    `<!doctype html><html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>${harmless(subject)}</title></head>`,
    `<body><div style="${paper}">${paragraph(greeting)}${paragraph(first)}${opens}${rest.map(paragraph).join('')}`,
    `<hr><p style="${small}">${harmless(footer)}</p></div></body></html>`,
  ].join('\n');
  return { subject, text: `${text}\n`, html };
}
