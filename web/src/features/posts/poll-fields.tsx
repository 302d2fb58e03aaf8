import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths, pollLimits } from '#models/contract/limits';
import { Checkbox, NativeSelect, TextInput } from '@/components/fields';
import { formatNumber } from '@/lib/format';
import css from './poll.module.css';
import type { PollDraft } from './post-extras';

const { least, most } = pollLimits.options;
const days = [1, 3, 7, 14, 30, pollLimits.days];

type Change = (poll: PollDraft) => void;

function Options({ poll, onChange }: { poll: PollDraft; onChange: Change }) {
  const { t } = useTranslation('polls');
  const { options } = poll;
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const [hasAdded, setAdded] = useState(false);
  const isBlank = options.every((option) => option === '');
  const setOptions = (next: string[]) => onChange({ ...poll, options: next });
  const add = () => {
    setAdded(true);
    setOptions([...options, '']);
  };
  const drop = (i: number) => {
    // The button may disappear with its option, and the focus with it.
    inputs.current[Math.max(i - 1, 0)]?.focus();
    setOptions(options.toSpliced(i, 1));
  };
  return (
    <>
      {options.map((option, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other identity while it is typed.
        <div key={i} className={css.fieldRow}>
          <TextInput
            ref={(input) => {
              inputs.current[i] = input;
            }}
            autoFocus={hasAdded || (i === 0 && isBlank)}
            aria-label={t('option', { n: formatNumber(i + 1) })}
            placeholder={t('option', { n: formatNumber(i + 1) })}
            value={option}
            maxLength={lengths.pollOption}
            dir={option ? 'auto' : undefined}
            onChange={(event) => setOptions(options.with(i, event.target.value))}
            onKeyDown={(event) => {
              // Enter in a field sends its form, which would publish at once.
              if (event.key === 'Enter') event.preventDefault();
            }}
          />
          {options.length > least && (
            <ActionIcon aria-label={t('drop', { n: formatNumber(i + 1) })} onClick={() => drop(i)}>
              <IconX size={18} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          )}
        </div>
      ))}
      {options.length < most && (
        <Button variant="subtle" size="compact-sm" onClick={add}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

/** The fields of a new poll. */
export default function PollFields({ poll, onChange, onRemove }: { poll: PollDraft; onChange: Change; onRemove: () => void }) {
  const { t } = useTranslation(['polls', 'posts']);
  const flag = (name: 'multiple' | 'secret' | 'changeable', help?: string) => (
    <Checkbox
      label={t(`polls:${name}`)}
      description={help}
      checked={poll[name]}
      onChange={(event) => onChange({ ...poll, [name]: event.currentTarget.checked })}
    />
  );
  return (
    <fieldset className={css.fields}>
      <legend className="vh">{t('polls:title')}</legend>
      <Options poll={poll} onChange={onChange} />
      {flag('multiple')}
      {flag('secret', t('polls:secretHelp'))}
      {flag('changeable')}
      <NativeSelect label={t('polls:for')} value={poll.days} onChange={(event) => onChange({ ...poll, days: Number(event.target.value) })}>
        {days.map((each) => (
          <option key={each} value={each}>
            {t('posts:pin.days', { count: each, n: formatNumber(each) })}
          </option>
        ))}
      </NativeSelect>
      <Button variant="default" size="compact-sm" onClick={onRemove}>
        {t('polls:remove')}
      </Button>
    </fieldset>
  );
}
