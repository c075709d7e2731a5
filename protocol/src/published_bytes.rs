//! Published bytes, written as hexadecimal digits: keys, signatures and nonces.

use crate::Secret;

/// Defines a type of `$length` bytes that is text on the wire; `$wrong` refuses any other text.
macro_rules! published_bytes {
    ($(#[$doc:meta])* $name:ident, $length:literal, $wrong:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
        #[serde(try_from = "String", into = "String")]
        pub struct $name([u8; $length]);

        impl $name {
            /// Creates it from its bytes, which are not checked.
            pub fn new(bytes: [u8; $length]) -> $name {
                $name(bytes)
            }

            /// Returns the bytes.
            pub fn bytes(&self) -> &[u8; $length] {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&crate::hex(&self.0))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        impl From<$name> for String {
            fn from(bytes: $name) -> String {
                bytes.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = &'static str;

            fn try_from(text: String) -> Result<$name, &'static str> {
                crate::published_bytes::read(&text).map($name).ok_or($wrong)
            }
        }
    };
}

pub(crate) use published_bytes;

/// Returns lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads `N` bytes, a multiple of 32; `None` unless the text has twice as many digits.
pub(crate) fn read<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let mut rest = text;
    for part in bytes.chunks_mut(32) {
        let (digits, after) = rest.split_at_checked(64)?;
        part.copy_from_slice(Secret::read(digits)?.bytes());
        rest = after;
    }
    rest.is_empty().then_some(bytes)
}
