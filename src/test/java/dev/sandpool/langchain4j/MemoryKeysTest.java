package dev.sandpool.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What of a memory's id becomes a key. */
class MemoryKeysTest {

  @Test
  void textNumbersAndUuidsAreKeys() {
    UUID uuid = UUID.randomUUID();

    assertThat(MemoryKeys.of("thread 7")).isEqualTo("thread 7");
    assertThat(MemoryKeys.of(7L)).isEqualTo("7");
    assertThat(MemoryKeys.of(uuid)).isEqualTo(uuid.toString());
  }

  @Test
  void theIdOfServicesWithoutOneIsRefusedAsAllWouldShareASandbox() {
    assertThatThrownBy(() -> MemoryKeys.of("default"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("memoryId")
        .hasMessageContaining("@MemoryId");
  }

  @Test
  void objectsThatNobodyCanTellApartAreRefused() {
    assertThatThrownBy(() -> MemoryKeys.of(new Object()))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("java.lang.Object")
        .hasMessageContaining("ConversationRequests");
    assertThatThrownBy(() -> MemoryKeys.of(null)).isInstanceOf(InvalidValueException.class);
  }

  @Test
  void requestsAreLikeTheOneGiven() {
    CreateRequest like = CreateRequest.of("python").withTenant("acme");

    CreateRequest request = ConversationRequests.like(like).of(7);

    assertThat(request).isEqualTo(like.withKey("7"));
    assertThat(ConversationRequests.BY_MEMORY_ID.of("a")).isEqualTo(CreateRequest.keyed("a"));
  }
}
