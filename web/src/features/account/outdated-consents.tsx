import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type ConsentSubject, consentVersions } from '#models/contract/consents';
import { BusyButton } from '@/components/busy-button';
import { useCameByUniversity } from '@/lib/consent-prompt';
import { useUser } from '@/lib/session';
import { useAction } from '@/sync/mutations';
import { consentList, saveConsent } from './consents.store';

/** Page with the text of a subject that is asked of everybody. */
const pages = { terms: '/terms', privacy: '/privacy' } as const;
const isOfAll = (subject: ConsentSubject): subject is keyof typeof pages => subject in pages;

/** Whether somebody can have agreed to an older text than the present one: else nothing is asked of the server. */
const mayBeOutdated = Object.keys(pages).some((subject) => consentVersions[subject as keyof typeof pages] > 1);

/** Asks at a visit after a text has changed, or after a login that asked for no consent. */
export default function AskAgain() {
  const isSignedIn = useUser() !== null;
  const { came } = useCameByUniversity();
  return (mayBeOutdated || came) && isSignedIn ? <OutdatedConsents /> : null;
}

/** Asks for the consent to a text that has changed, or to which the user never agreed. It blocks nothing. */
export function OutdatedConsents() {
  const { t } = useTranslation('account');
  const { counts, items } = consentList.useItems({});
  const subject = counts?.outdated.find(isOfAll);
  const { run, isBusy } = useAction(async () => {
    if (subject) await saveConsent(subject, null, true);
  });
  if (!subject) return null;
  const isFirst = !items.some(({ Subject }) => Subject === subject);
  return (
    <section className="card row" aria-label={t(isFirst ? 'consents.missingLabel' : 'consents.changedLabel')}>
      <p className="grow small">
        {t(`consents.${isFirst ? 'missing' : 'changed'}.${subject}`)}{' '}
        <Link className="link" to={pages[subject]}>
          {t('consents.read')}
        </Link>
      </p>
      <BusyButton busy={isBusy} busyLabel={t('consents.agreeing')} onClick={() => void run()}>
        {t('consents.agree')}
      </BusyButton>
    </section>
  );
}
