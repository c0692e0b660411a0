use crate::json::{JsonType, exact_i64, normal_number, to_json_string};
use crate::node::Node;

impl Node<'_> {
    /// Writes the value in one canonical spelling: without white space, with the members ordered by name. Values
    /// that are equal by [`Node::same_value`] have the same spelling. It serves comparing and hashing, not sending.
    #[must_use]
    pub fn to_canonical(&self) -> String {
        let mut text = String::new();
        self.write_canonical(&mut text);
        text
    }

    fn write_canonical(&self, text: &mut String) {
        match self.json_type() {
            JsonType::Null | JsonType::Bool => text.push_str(self.raw()),
            JsonType::Number => text.push_str(&canonical_number(self.raw())),
            JsonType::String => text.push_str(&to_json_string(&self.as_str().unwrap_or_default())),
            JsonType::Array => {
                text.push('[');
                for item in self.items() {
                    item.write_canonical(text);
                    text.push(',');
                }
                text.push(']');
            }
            JsonType::Object => {
                let mut members: Vec<_> = self.members().collect();
                members.sort_by(|(one, _), (other, _)| one.cmp(other));
                text.push('{');
                for (name, member) in members {
                    text.push_str(&to_json_string(&name));
                    text.push(':');
                    member.write_canonical(text);
                    text.push(',');
                }
                text.push('}');
            }
        }
    }
}

fn canonical_number(raw: &str) -> String {
    exact_i64(raw).map_or_else(|| normal_number(raw), |whole| whole.to_string())
}

#[cfg(test)]
mod tests {
    use crate::EditableDocument;

    #[test]
    fn canonical_texts_agree_with_same_value() {
        let texts = [
            r#"{"a":1,"b":[1,2]}"#,
            r#"{ "b" : [1.0, 2e0], "a": 10e-1 }"#,
            r#"{"a":1,"b":[2,1]}"#,
            r#"{"a":"1","b":[1,2]}"#,
            r#"{"a":1,"b":["1,2"]}"#,
            r#"{"a":1,"b":[1,2],"c":null}"#,
            r#"{"\u0061":1,"b":[1,2]}"#,
            r#"{"a":12345678901234567890.50,"b":"\u00e4"}"#,
            r#"{"a":1234567890123456789050e-2,"b":"ä"}"#,
            r#"{"a":{},"b":[]}"#,
            r#"{"a":[],"b":{}}"#,
            r#"{"a":true,"b":-0.0}"#,
            r#"{"a":true,"b":0}"#,
        ];
        let documents = texts.map(|text| EditableDocument::parse(text).unwrap());
        for one in &documents {
            for other in &documents {
                let (one, other) = (one.root(), other.root());
                let is_same = one.to_canonical() == other.to_canonical();
                assert_eq!(is_same, one.same_value(&other), "{one:?} {other:?}");
            }
        }
    }
}
