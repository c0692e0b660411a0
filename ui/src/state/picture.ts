/** The greatest width and height of a picture, in pixels. */
const largest = 4096;

/** Converts our SVG file to a PNG at twice its size, or at the greatest allowed size if that is smaller. */
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
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("Could not convert the drawing to a picture."))), "image/png");
  });
}
