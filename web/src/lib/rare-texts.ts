/** Loaders of the texts that few pages and dialogs need, apart from the others for a smaller first load. */
export const rareAreas = import.meta.glob<Record<string, unknown>>(
  '../../../models/texts/*/{appeal,audit,check-in,data-register,feedback,moderation,mute-type,notification-kinds,poster,push-button,removed-societies,roster,second-step,staff}.json',
  { import: 'default' },
);
