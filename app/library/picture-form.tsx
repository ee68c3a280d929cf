import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { FileField } from "~/ui/field.tsx";
import { Picture } from "~/ui/picture.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { libraryMessages } from "./messages.ts";
import { MAX_IMAGE_BYTES } from "./picture-limits.ts";
import { pictureAddress } from "./playback.ts";

/** The width at which the stored picture is shown. */
const SIZES = {
  profile: "8rem",
  thumbnail: "(min-width: 30rem) 25rem, calc(100vw - 4rem)",
  background: "(min-width: 46rem) 40rem, calc(100vw - 4rem)",
};

/** A picture of a speaker or a video: the stored picture, and a separate form that replaces it. */
export function PictureForm({
  name,
  title,
  becomes,
  stored,
  problem,
}: {
  name: keyof typeof SIZES;
  title: string;
  /** The size and shape to which the upload is converted, in words. */
  becomes: string;
  /** The key of the stored picture. */
  stored: string | null;
  problem?: string;
}) {
  const address = pictureAddress(stored);
  return (
    <Card title={title}>
      {address && (
        <div className="picture-preview">
          <Picture address={address} sizes={SIZES[name]} alt={`${title}, as stored`} data-picture={name} />
          <PostForm action={`?picture=${name}`}>
            <Button name="intent" value="remove-picture" variant="quiet">
              Remove<span className="visually-hidden"> {title.toLowerCase()}</span>
            </Button>
          </PostForm>
        </div>
      )}
      <ErrorSummary
        problems={problem ? [{ field: `${name}-picture`, message: `${title}: ${problem}` }] : []}
      />
      <PostForm action={`?picture=${name}`} encType="multipart/form-data" className="stack">
        <FileField
          label={stored ? "Replace with another picture" : "Choose a picture"}
          name="picture"
          controlId={`${name}-picture`}
          accept="image/png,image/jpeg,image/webp"
          hint={`${libraryMessages.images.hint} ${becomes}`}
          error={problem}
        />
        <p className="actions">
          <Button variant="secondary">
            {stored ? "Replace" : "Upload"}
            <span className="visually-hidden"> {title.toLowerCase()}</span>
          </Button>
        </p>
        <upload-progress data-limit={MAX_IMAGE_BYTES} data-too-large={libraryMessages.images.tooLarge} />
      </PostForm>
    </Card>
  );
}
