/** Offers generated text as a file download with this name. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Wait with revoking the URL until the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const byteOrderMark = '\uFEFF';

/** A CSV file for `saveFile`, marked as UTF-8 for spreadsheets; the browser strips the mark from an answer. */
export const csvFile = (name: string, text: string) => [name, 'text/csv', byteOrderMark + text.replace(byteOrderMark, '')] as const;
