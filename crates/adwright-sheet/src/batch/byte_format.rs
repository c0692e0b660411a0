//! Numbers and texts as bytes.

/// Bytes that no version of Adwright writes for a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the bytes of a batch are damaged")]
pub struct BatchDataError;

/// Appends a number as LEB128: seven bits in each byte, the lowest first.
pub(super) fn write_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}

/// Appends the number of bytes, and the bytes.
pub(super) fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    write_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Reads what the functions above wrote.
#[derive(Debug, Clone)]
pub(super) struct ByteReader<'a> {
    rest: &'a [u8],
}

impl<'a> ByteReader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn number(&mut self) -> Result<u64, BatchDataError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.rest.split_first().ok_or(BatchDataError)?;
            self.rest = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(BatchDataError);
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(BatchDataError)
    }

    pub(super) fn small_number(&mut self) -> Result<u32, BatchDataError> {
        self.number()?.try_into().map_err(|_| BatchDataError)
    }

    pub(super) fn bytes(&mut self) -> Result<&'a [u8], BatchDataError> {
        let length = usize::try_from(self.number()?).map_err(|_| BatchDataError)?;
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(BatchDataError)?;
        self.rest = rest;
        Ok(bytes)
    }

    pub(super) fn text(&mut self) -> Result<&'a str, BatchDataError> {
        str::from_utf8(self.bytes()?).map_err(|_| BatchDataError)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn overlong_numbers_are_refused() {
        let too_large = [0xff; 9].into_iter().chain([0x02]).collect::<Vec<u8>>();
        for bytes in [&[][..], &[0x80], &too_large, &[0xff; 11]] {
            assert_eq!(ByteReader::new(bytes).number(), Err(BatchDataError));
        }
    }

    proptest! {
        #[test]
        fn numbers_and_texts_round_trip(number: u64, text: String) {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number);
            write_bytes(&mut bytes, text.as_bytes());
            let mut reader = ByteReader::new(&bytes);
            prop_assert_eq!(reader.number(), Ok(number));
            prop_assert_eq!(reader.text(), Ok(&*text));
            prop_assert!(reader.is_at_end());
        }
    }
}
