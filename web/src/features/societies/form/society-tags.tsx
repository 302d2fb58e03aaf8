import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#models/contract/limits';
import { societyTags } from '#models/contract/society-settings';
import { TextInput } from '@/components/fields';
import { TagsField } from '@/components/tags-field';
import { errorOf } from '@/lib/form-fields';
import { formatNumber } from '@/lib/format';
import { useSocietyTagName } from '../category-name';
import css from './society-form.module.css';
import type { SocietyForm } from './society-values';

/** Field for a custom tag, added by Enter or the button; with an empty field, Enter submits the form. */
function OwnTag({ isFull, onAdd }: { isFull: boolean; onAdd: (tag: string) => void }) {
  const { t } = useTranslation('society-form');
  const [word, setWord] = useState('');
  const add = () => {
    const tag = word.trim();
    if (!tag || isFull) return;
    onAdd(tag);
    setWord('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !word.trim()) return;
    event.preventDefault();
    add();
  };
  return (
    <div className={css.ownTag}>
      <TextInput
        className={css.ownTagField ?? ''}
        name="tag"
        autoComplete="off"
        aria-label={t('field.ownTag')}
        placeholder={t('field.ownTag')}
        dir={word ? 'auto' : undefined}
        maxLength={lengths.tag}
        value={word}
        disabled={isFull}
        onKeyDown={press}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <Button variant="default" disabled={isFull || !word.trim()} leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
        {t('field.addTag')}
      </Button>
    </div>
  );
}

/** Field for suggested and custom tags. */
export function SocietyTags({ form }: { form: SocietyForm }) {
  const { t } = useTranslation('society-form');
  const tagName = useSocietyTagName();
  const { tags } = form.values;
  return (
    <TagsField
      label={t('field.tags')}
      offered={societyTags}
      nameOf={tagName}
      chosen={tags}
      max={lengths.tags}
      help={t('field.tagsHelp', { count: lengths.tags, n: formatNumber(lengths.tags) })}
      error={errorOf(form, 'tags')}
      onChange={(chosen) => form.set('tags', chosen)}
    >
      <OwnTag isFull={tags.length >= lengths.tags} onAdd={(tag) => form.set('tags', [...new Set([...tags, tag])])} />
    </TagsField>
  );
}
