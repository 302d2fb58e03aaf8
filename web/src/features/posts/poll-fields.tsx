import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lengths, pollLimits } from '#models/contract/limits';
import { Checkbox, NativeSelect, TextInput } from '@/components/fields';
import { formatNumber } from '@/lib/format';
import type { ComposerExtrasProps } from './composer-extras';
import css from './poll.module.css';
import { blankPoll, type PollDraft } from './post-extras';

const { least, most } = pollLimits.options;
const days = [1, 3, 7, 14, 30, pollLimits.days];

type Change = (poll: PollDraft) => void;

function Options({ poll, onChange }: { poll: PollDraft; onChange: Change }) {
  const { t } = useTranslation('posts');
  const { options } = poll;
  const setOptions = (next: string[]) => onChange({ ...poll, options: next });
  return (
    <>
      {options.map((option, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other identity while it is typed.
        <div key={i} className={css.fieldRow}>
          <TextInput
            aria-label={t('poll.option', { n: formatNumber(i + 1) })}
            placeholder={t('poll.option', { n: formatNumber(i + 1) })}
            value={option}
            maxLength={lengths.pollOption}
            dir={option ? 'auto' : undefined}
            onChange={(event) => setOptions(options.with(i, event.target.value))}
          />
          {options.length > least && (
            <ActionIcon aria-label={t('poll.drop', { n: formatNumber(i + 1) })} onClick={() => setOptions(options.toSpliced(i, 1))}>
              <IconX size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {options.length < most && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOptions([...options, ''])}>
          {t('poll.more')}
        </Button>
      )}
    </>
  );
}

/** The fields of a new poll, behind a button that adds it. */
export function PollFields({ value = {}, onChange }: ComposerExtrasProps) {
  const { t } = useTranslation('posts');
  const { poll, ...others } = value;
  const change: Change = (next) => onChange({ ...value, poll: next });
  if (!poll)
    return (
      <Button variant="subtle" size="compact-sm" className={css.add ?? ''} onClick={() => change(blankPoll)}>
        {t('poll.add')}
      </Button>
    );
  const flag = (name: 'multiple' | 'secret' | 'changeable', help?: string) => (
    <Checkbox
      label={t(`poll.${name}`)}
      description={help}
      checked={poll[name]}
      onChange={(event) => change({ ...poll, [name]: event.currentTarget.checked })}
    />
  );
  return (
    <fieldset className={css.fields}>
      <legend className="vh">{t('poll.title')}</legend>
      <Options poll={poll} onChange={change} />
      {flag('multiple')}
      {flag('secret', t('poll.secretHelp'))}
      {flag('changeable')}
      <NativeSelect label={t('poll.for')} value={poll.days} onChange={(event) => change({ ...poll, days: Number(event.target.value) })}>
        {days.map((each) => (
          <option key={each} value={each}>
            {t('pin.days', { count: each, n: formatNumber(each) })}
          </option>
        ))}
      </NativeSelect>
      <Button variant="default" size="compact-sm" onClick={() => onChange(others)}>
        {t('poll.remove')}
      </Button>
    </fieldset>
  );
}
