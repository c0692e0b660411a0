/** No picture is wider or higher than so many pixels. */
const largest = 4096;

/** An SVG file of ours as a PNG, at twice its size where that is no larger than a picture may be. */
export async function picture(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const longer = Math.max(image.width, image.height, 1);
  const scale = Math.min(2, largest / longer);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * scale));
  canvas.height = Math.max(1, Math.round(image.height * scale));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The drawing could not be made a picture."))), "image/png");
  });
}
