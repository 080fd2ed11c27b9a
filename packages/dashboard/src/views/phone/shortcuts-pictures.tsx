import action from "../../ui/pictures/shortcuts-action.svg";
import trigger from "../../ui/pictures/shortcuts-trigger.svg";

/** Shows the two screens of the automation in Apple's Shortcuts, drawn with sample values. */
export function ShortcutsPictures() {
  return (
    <div class="pictures">
      <img
        src={trigger}
        width="320"
        height="400"
        alt="The trigger: Message Contains one space, Run Immediately selected"
      />
      <img
        src={action}
        width="320"
        height="400"
        alt="The action Get Contents of URL: POST, a header and three fields"
      />
    </div>
  );
}
