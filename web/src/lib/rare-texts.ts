/** Loaders of the texts that few pages and dialogs need, apart from the others for a smaller first load. */
export const rareAreas = import.meta.glob<Record<string, unknown>>(
  '../../../models/texts/*/{audit,check-in,data-register,feedback,moderation,notification-kinds,poster,removed-societies,roster,second-step,staff}.json',
  { import: 'default' },
);
