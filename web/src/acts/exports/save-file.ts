/** Gives what stands at an address of this browser as a file, and lets it go. */
export function saveAddress(name: string, url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Gives a text to the browser as a file of UTF-8. */
export const saveFile = (name: string, type: string, text: string): void =>
  saveAddress(name, URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` })));
