/** Loaders of the texts that few pages and dialogs need, apart from the others for a smaller first load. */
export const rareAreas = import.meta.glob<Record<string, unknown>>(
  '../../../models/texts/*/{appeal,audit,check-in,create-society,data-register,feedback,moderation,mute-type,notification-kinds,poster,push-button,recommended-how,removed-societies,roster,second-step,society-settings,staff,term-reports}.json',
  { import: 'default' },
);
