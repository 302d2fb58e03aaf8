import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnFeedback, Rating } from '#models/contract/event-feedback';
import { AsyncCard } from '@/components/async-card';
import { WrittenText } from '@/components/written-text';
import { longDay } from '@/lib/format';
import css from './feedback.module.css';
import { useMyFeedback } from './feedback.store';
import { FeedbackForm } from './feedback-form';

/** The viewer's own answer, and the button to change it. */
function Answered({ own: { Rating: rating, Text, Until, Can }, onChange }: { own: OwnFeedback; onChange: () => void }) {
  const { t } = useTranslation('feedback');
  return (
    <>
      <p className="small dim">{t('mine')}</p>
      <p className={css.mine}>{t(`ratings.${rating as Rating}`)}</p>
      {Text && <WrittenText text={Text} />}
      <div className={css.under}>
        <p className="small soft">{Can.answer ? t('until', { date: longDay(new Date(Until)) }) : t('closed')}</p>
        {Can.answer && (
          <Button variant="default" data-online leftSection={<IconPencil size={18} stroke={1.75} aria-hidden="true" />} onClick={onChange}>
            {t('change')}
          </Button>
        )}
      </div>
    </>
  );
}

/** The form, or what was answered. The focus follows from one to the other. */
function OwnAnswer({ own }: { own: OwnFeedback }) {
  const { t } = useTranslation('feedback');
  const [isOpen, setOpen] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const isForm = own.Can.answer && (own.Rating === null || isOpen);
  const wasForm = useRef(isForm);
  useEffect(() => {
    if (wasForm.current !== isForm) title.current?.focus();
    wasForm.current = isForm;
  }, [isForm]);
  return (
    <section className={`card ${css.box}`} aria-label={t('title')}>
      <h2 className="h2" ref={title} tabIndex={-1}>
        {t('title')}
      </h2>
      {isForm ? <FeedbackForm own={own} onClose={() => setOpen(false)} /> : <Answered own={own} onChange={() => setOpen(true)} />}
    </section>
  );
}

/** The two questions after an event for those who came, or their answer; nothing for others. */
export default function FeedbackCard({ eventId }: { eventId: string }) {
  const { t } = useTranslation('feedback');
  const { thing, query, state } = useMyFeedback(eventId);
  if (state.is === 'missing' || state.is === 'removed') return null;
  if (thing) return thing.Can.answer || thing.Rating !== null ? <OwnAnswer own={thing} /> : null;
  return (
    <AsyncCard query={query} data={thing} skeleton={null} failed={t('failed')} failure="card">
      {() => null}
    </AsyncCard>
  );
}
