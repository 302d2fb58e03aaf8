import { useTranslation } from 'react-i18next';
import type { RegisterLine } from '#models/contract/privacy';
import { RowSkeletons } from '@/components/skeletons';
import { ThingGate } from '@/components/thing-gate';
import { dataRegister, theOne, wordsFor } from './data-register.store';
import { LegalFrame } from './legal-frame';

/** Says what happens to one kind of data: in the export, at the deletion of an account, and with time. */
function useFate(): (line: RegisterLine) => string[] {
  const { t } = useTranslation('data-register');
  return ({ Is_Exported: isExported, Omitted, Is_Erased: isErased, Days: days }) => {
    const exported = Omitted.length > 0 ? t('exportedWithout', { fields: Omitted.join(', ') }) : t('exported');
    return [
      isExported ? exported : t('notExported'),
      t(isErased ? 'erased' : 'stays'),
      ...(days === null ? [] : [t('days', { count: days })]),
    ];
  };
}

/** The account first, everything else by its title. */
const byTitle = <T extends { id: string; title: string }>(sections: readonly T[], language: string): T[] =>
  sections.toSorted((a, b) => Number(b.id === 'users') - Number(a.id === 'users') || a.title.localeCompare(b.title, language));

/** The data register: every kind of personal data, from the list by which an export and a deletion work. */
export function DataRegister() {
  const { t, i18n } = useTranslation(['data-register', 'privacy']);
  const view = dataRegister.useThing(theOne);
  const fateOf = useFate();
  return (
    <LegalFrame
      title={t('data-register:title')}
      lead={t('data-register:lead')}
      contents={t('data-register:contents')}
      back={t('privacy:back')}
      sections={byTitle(
        (view.thing?.Lines ?? []).map((line) => {
          const { title, text } = wordsFor(line.Collection);
          return { id: line.Collection, title, text: [text, ...fateOf(line)].filter(Boolean).join('\n') };
        }),
        i18n.language,
      )}
      links={[
        { to: '/privacy', label: t('data-register:privacy') },
        { to: '/privacy/ledger', label: t('data-register:toLedger') },
      ]}
    >
      <ThingGate view={view} skeleton={<RowSkeletons />} missing={() => null} titleAs="p">
        {() => null}
      </ThingGate>
    </LegalFrame>
  );
}
