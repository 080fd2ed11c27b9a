import type { ComponentChildren, PartialInputHTMLAttributes } from "preact";
import { useId } from "preact/hooks";

type InputAttributes = Pick<
  PartialInputHTMLAttributes<HTMLInputElement>,
  | "aria-describedby"
  | "autocapitalize"
  | "autocomplete"
  | "maxLength"
  | "placeholder"
  | "required"
  | "spellcheck"
  | "value"
>;

interface TextFieldProps extends InputAttributes {
  label: ComponentChildren;
  type?: "text" | "password" | "tel";
  /** Text below the field. */
  hint?: string;
  /** Whether the hint says what is wrong with the text. */
  isHintError?: boolean;
  onType: (text: string) => void;
}

/** Labelled field for one line of text. Further props are attributes of its `<input>`. */
export function TextField({ label, type = "text", hint, isHintError = false, onType, ...attributes }: TextFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        // Cast: the attributes above are valid for each of the three types, but Preact has one type of attributes for each.
        type={type as "text"}
        aria-describedby={hint === undefined ? undefined : hintId}
        {...attributes}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      {hint !== undefined && (
        <p class={isHintError ? "hint bad" : "hint"} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface SelectFieldProps {
  label: string;
  value: string | number;
  options: readonly { value: string | number; label: string }[];
  /** Called with the value of the selected option. */
  onSelect: (value: string) => void;
  /** Shown below the field. */
  children?: ComponentChildren;
}

/** Labelled list from which one option is selected. */
export function SelectField({ label, value, options, onSelect, children }: SelectFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onSelect(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}
