/** Offers generated text, or bytes, as a file download with this name. */
export function saveFile(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const isText = typeof content === 'string';
  const address = URL.createObjectURL(new Blob([content], { type: isText ? `${type};charset=utf-8` : type }));
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

/** A PDF for `saveFile`. */
export const pdfFile = (name: string, bytes: Uint8Array<ArrayBuffer>) => [name, 'application/pdf', bytes] as const;

/** A CSV file for `saveFile`, marked as UTF-8 for spreadsheets; the browser strips the mark from an answer. */
export const csvFile = (name: string, text: string) => [name, 'text/csv', byteOrderMark + text.replace(byteOrderMark, '')] as const;
