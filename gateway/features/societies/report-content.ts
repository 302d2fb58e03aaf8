import type { DocumentContent } from '#gateway/plugins/documents/draw';
import { commonFacts, documentWords } from '#gateway/plugins/documents/words';
import type { Locale } from '#models/bus/i18n';
import { averageOf, type FeedbackSum } from '#models/db/event-feedback.loaders';
import type { ReportedEvent, Term, TermFigures } from '#models/db/term-reports';
import type { Turnout } from '#models/db/turnout';

/** A row of a report: the sums, a society or an event. */
interface ReportRow {
  kind: 'total' | 'society' | 'event';
  date: string;
  name: string;
  figures: Partial<TermFigures>;
}

/** Contents of a term's report, before they are a PDF or a table. */
export interface TermReport {
  of: 'society' | 'university';
  /** The society's name; '' for the university. */
  name: string;
  sums: TermFigures;
  rows: readonly ReportRow[];
}

/** Setting of a report: its language, its term, where and when it is made. */
export interface ReportSetting {
  lang: Locale;
  term: Term;
  host: string;
  today: string;
}

const counts = ['joined', 'left', 'posts', 'events'] as const satisfies readonly (keyof TermFigures)[];
const turnout = ['going', 'came', 'noShows', 'cancelled'] as const satisfies readonly (keyof Turnout)[];
const figures = [...counts, ...turnout];
const feedback = ['answers', 'average'] as const;

export const societyReport = (name: string, sums: TermFigures, events: readonly ReportedEvent[]): TermReport => ({
  of: 'society',
  name,
  sums,
  rows: events.map((event) => ({ kind: 'event', date: event.date, name: event.title, figures: { ...event.turnout, ...event.feedback } })),
});

export const universityReport = (sums: TermFigures, societies: readonly { name: string; figures: TermFigures }[]): TermReport => ({
  of: 'university',
  name: '',
  sums,
  rows: societies.map(({ name, figures: each }) => ({ kind: 'society', date: '', name, figures: each })),
});

/** Answers about events and their average, with '' where too few answered. */
const feedbackFigures = ({ answers = 0, ratings = 0 }: Partial<FeedbackSum>) => ({
  answers: answers || '',
  average: averageOf({ answers, ratings }) ?? '',
});

/** Lines about feedback; none where too few answered. */
function feedbackFacts(sums: FeedbackSum, { t, number }: ReturnType<typeof documentWords>) {
  const average = averageOf(sums);
  return average === null ? [] : [[t('report.answers'), number(sums.answers)] as const, [t('report.average'), number(average)] as const];
}

/** A report as the content of a PDF. */
export function reportContent({ of, name, sums, rows }: TermReport, { lang, term, host, today }: ReportSetting): DocumentContent {
  const words = documentWords(lang);
  const { t, day, number } = words;
  const isSociety = of === 'society';
  const shown: readonly (keyof TermFigures)[] = isSociety ? turnout : figures;
  const cells = (each: Partial<TermFigures>): string[] => shown.map((figure) => number(each[figure] ?? 0));
  return {
    language: lang,
    title: t(`report.${of}`),
    facts: [
      isSociety ? [t('society'), name] : [t('report.societies'), number(rows.length)],
      ...commonFacts(words, term, today),
      ...figures.map((figure) => [t(`report.${figure}`), number(sums[figure])] as const),
      ...feedbackFacts(sums, words),
    ],
    columns: [
      ...(isSociety ? [{ label: t('date'), share: 3 }] : []),
      { label: t(isSociety ? 'event' : 'society'), share: 5 },
      ...shown.map((figure) => ({ label: t(`report.${figure}`), share: 2, isNumber: true })),
    ],
    rows: rows.map((row) => [...(isSociety ? [day(row.date)] : []), row.name, ...cells(row.figures)]),
    total: [t('total'), ...(isSociety ? [''] : []), ...cells(sums)],
    empty: t(isSociety ? 'report.emptyEvents' : 'report.emptySocieties'),
    notes: [t('report.joinedNote'), t('report.cameNote')],
    footer: t('footer', { host }),
  };
}

/** Columns of a report as a table. */
export function tableColumns(lang: Locale): { key: string; header: string }[] {
  const { t } = documentWords(lang);
  return [
    { key: 'kind', header: t('report.kind') },
    { key: 'date', header: t('date') },
    { key: 'name', header: t('report.name') },
    ...[...figures, ...feedback].map((key) => ({ key, header: t(`report.${key}`) })),
  ];
}

/** Rows of a report as a table: the sums first, with '' where a figure is not counted for an event. */
export function tableRows({ name, sums, rows }: TermReport, { lang }: ReportSetting): object[] {
  const { t } = documentWords(lang);
  const total: ReportRow = { kind: 'total', date: '', name, figures: sums };
  return [total, ...rows].map(({ kind, figures: each, ...row }) => ({
    kind: t(`report.kinds.${kind}`),
    ...row,
    ...each,
    ...feedbackFigures(each),
  }));
}
