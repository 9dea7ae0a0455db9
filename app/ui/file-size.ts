const megabytes = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** '4.2 MB' from bytes, of 1024 x 1024 each; never 0.0 for what is there. */
export function fileSizeLabel(bytes: number): string {
  const size = bytes / 1024 ** 2;
  return `${megabytes.format(size > 0 ? Math.max(0.1, size) : 0)} MB`;
}
