// SPDX-License-Identifier: GPL-2.0

//! p3-sha256 for p3.c.

use p3_sha256::Sha256;
use p3_symmetric::CryptographicHasher;
use std::slice;

/// Hash `jobs` messages of `size` bytes that are adjacent in memory.
///
/// # Safety
///
/// `messages` has `jobs * size` bytes, `digests` has room for `jobs` digests.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn p3_hash_many(
    messages: *const u8,
    size: usize,
    digests: *mut [u8; 32],
    jobs: usize,
) {
    let (messages, digests) = unsafe {
        (
            slice::from_raw_parts(messages, jobs * size),
            slice::from_raw_parts_mut(digests, jobs),
        )
    };
    Sha256.hash_many(messages, digests);
}
