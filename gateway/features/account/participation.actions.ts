import type { Action } from '#gateway/plugins/calls';
import type { Ctx } from '#gateway/plugins/context';
import { recordCertificate } from '#gateway/plugins/documents/certificate';
import { inReportQueue, makeDocument } from '#gateway/plugins/documents/documents';
import type { DocumentContent } from '#gateway/plugins/documents/draw';
import { requireStoredTerm } from '#gateway/plugins/documents/stored-term';
import { commonFacts, documentWords } from '#gateway/plugins/documents/words';
import type { ParsedOf } from '#models/contract/define';
import { type exportParticipation, getRecordCertificate } from '#models/contract/term-reports';
import { localOf } from '#models/db/local-time';
import { type AttendedEvent, attendedInTerm } from '#models/db/participation';

type Input = ParsedOf<typeof exportParticipation>;
const hourMs = 3600_000;

/** Hours of an event, to a half. */
const hoursOf = ({ startsAt, endsAt }: AttendedEvent): number => Math.round(((endsAt.getTime() - startsAt.getTime()) / hourMs) * 2) / 2;

/** Facts by which a reader recognizes the person: the name, and the address if it is verified. */
export function identityFacts(
  { t }: ReturnType<typeof documentWords>,
  { name, email, verified }: Pick<Ctx['me'], 'name' | 'email' | 'verified'>,
) {
  const facts: [label: string, value: string][] = [[t('record.name'), name]];
  if (verified) facts.push([t('record.address'), email]);
  return facts;
}

function contentOf(events: readonly AttendedEvent[], { from, to, lang }: Input, { me, settings }: Ctx): DocumentContent {
  const words = documentWords(lang);
  const { t, day, number } = words;
  const { host } = new URL(settings.publicUrl);
  const hours = number(events.reduce((sum, event) => sum + hoursOf(event), 0));
  return {
    language: lang,
    title: t('record.title'),
    facts: [
      ...identityFacts(words, me),
      [t('record.university'), host],
      ...commonFacts(words, { from, to }, localOf(new Date(), settings.timeZone).date),
      [t('record.events'), number(events.length)],
      [t('record.hours'), hours],
    ],
    columns: [
      { label: t('date'), share: 3 },
      { label: t('event'), share: 6 },
      { label: t('society'), share: 4 },
      { label: t('record.hours'), share: 2, isNumber: true },
    ],
    rows: events.map((event) => [day(event.date), event.title, event.society, number(hoursOf(event))]),
    total: [t('total'), '', '', hours],
    empty: t('record.empty'),
    notes: [t('record.covers'), t('record.signed', { address: settings.publicUrl + getRecordCertificate.path })],
    footer: t('footer', { host }),
  };
}

/** Makes the caller's record of participation: a PDF, signed with the key of this Nadi. */
export const exportParticipationAction: Action<typeof exportParticipation> = async (input, ctx) => {
  requireStoredTerm(input);
  const { publicUrl, timeZone } = ctx.settings;
  const { p12 } = await recordCertificate(new URL(publicUrl).host);
  const data = await inReportQueue(async () => {
    const content = contentOf(await attendedInTerm(ctx.me._id, input, timeZone), input, ctx);
    const reason = documentWords('en').t('record.reason');
    return makeDocument(content, { p12: Buffer.from(p12, 'base64'), reason, name: new URL(publicUrl).host, contact: publicUrl });
  });
  return { data, filename: `participation-${input.from}-${input.to}.pdf` };
};

export const getRecordCertificateAction: Action<typeof getRecordCertificate> = async (_nothing, { settings }) => {
  const { pem } = await recordCertificate(new URL(settings.publicUrl).host);
  return { data: pem, filename: 'record-certificate.pem' };
};
